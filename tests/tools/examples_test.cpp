// SPDX-License-Identifier: MIT
// The configurations in examples/, each with a real engine.
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "test_paths.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr const char* kExamples = POLYGLOT_SOURCE_DIR "/examples/";

class Examples : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    for (const char* const engine : {"/usr/games/stockfish", "/usr/games/fairymax"})
      if (!fs::exists(engine)) GTEST_SKIP() << engine << " is not installed";
    fs::copy_file(kExamples + name(), folder_ / name());
    write_file(folder_ / "games.pgn", "[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n");
    for (const char* const book : {"white.bin", "black.bin", "book960.bin"})
      EXPECT_EQ(
          polyglot({"make-book", folder_ / "games.pgn", "--min-game", "1", "-o", folder_ / book}).exit_code,
          0);
    // Replaces ssh: it runs the words after the host as a command.
    write_file(folder_ / "ssh", "#!/bin/sh\nwhile [ \"$1\" != user@host ]; do shift; done\nshift 2\nexec " +
                                    program_under_test() + " \"$@\"\n");
    fs::permissions(folder_ / "ssh", fs::perms::owner_all);
  }
  [[nodiscard]] static std::string name() { return GetParam(); }
  [[nodiscard]] Outcome run(const std::vector<std::string>& arguments, const std::string& input = "") const {
    return polyglot(arguments, {.input = input,
                                .folder = folder_.path(),
                                .limit = 200,
                                .variables = {{"PATH", folder_.path() + ":/usr/games:/usr/bin:/bin"}}});
  }

  TemporaryFolder folder_;
};

TEST_P(Examples, PassTheCheck) {
  const Outcome checked = run({name(), "--check-config"});
  EXPECT_EQ(checked.exit_code, 0) << checked.out;
  EXPECT_THAT(checked.out, HasSubstr("\nThe configuration works.\n"));
}

TEST_P(Examples, PlayTheBookAndThenTheEngine) {
  const Outcome played =
      run({"play", name(), "--side", "black", "--fen", "startpos", "--movetime", "0.05"}, "a5\nquit\n");
  EXPECT_EQ(played.exit_code, 0) << played.err;
  EXPECT_THAT(played.out, HasSubstr(" (book)\n"));
  EXPECT_THAT(played.out, HasSubstr(" plays 2. "));
  EXPECT_THAT(read_file(kExamples + std::string("README.md")), HasSubstr("[" + name() + "](" + name() + ")"));
}

INSTANTIATE_TEST_SUITE_P(All, Examples,
                         ::testing::Values("bot.ini", "engine-match.ini", "learning-match.ini",
                                           "repertoire.ini", "chess960.ini", "xboard-engine.ini",
                                           "remote-engine.ini"));

TEST(ExamplesFolder, HasNoOthers) {
  std::size_t count = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(kExamples))
    if (entry.path().extension() == ".ini") ++count;
  EXPECT_EQ(count, 7U);
}

}  // namespace
}  // namespace polyglot::tools::test
