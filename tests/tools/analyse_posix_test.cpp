// SPDX-License-Identifier: MIT
#include <csignal>

#include <gmock/gmock.h>

#include "test_paths.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

TEST(AnalyseAtASignal, EndsAndKeepsWhatIsDone) {
  const TemporaryFolder folder;
  write_file(folder / "games.pgn", "[Event \"1\"]\n\n1. e4 e5 2. Nf3 *\n");
  write_file(folder / "engine.ini",
             "[PolyGlot]\nBook = false\nEngineCommand = " SCRIPTED_ENGINE " --wait-go\n");
  RunningProgram running(
      program_under_test(),
      {"analyse", "--store", "store.db", "--engine", "engine.ini", "games.pgn", "--nodes", "10"},
      {.folder = folder.path()});
  running.send(SIGINT);
  const Outcome outcome = running.end();
  EXPECT_EQ(outcome.exit_code, 128 + SIGINT) << outcome.err;
  EXPECT_THAT(outcome.out, ::testing::HasSubstr("stopped, the same command continues"));
}

}  // namespace
}  // namespace polyglot::tools::test
