// SPDX-License-Identifier: MIT
#include <csignal>
#include <sys/stat.h>

#include "tools/run_program.hpp"

// What it serves is tested in tests/explorer, in a browser too.
namespace polyglot::tools::test {
namespace {

const std::string kStarter = POLYGLOT_SOURCE_DIR "/config/starter.bin";

TEST(Explore, ChangesNoBooksButBin) {
  const TemporaryFolder folder;
  write_text(folder / "list.pgn", "1. e4 *\n");
  EXPECT_THAT(polyglot({"explore", folder / "list.pgn", "-edit"}),
              Fails(1, HasSubstr("--edit changes .bin books, and none of these is one")));
}

TEST(Explore, WantsABookAndAPort) {
  EXPECT_EQ(polyglot({"explore"}).exit_code, 2);
  for (const char* port : {"x", "-1", "65536", "", "80 "}) {
    EXPECT_EQ(polyglot({"explore", kStarter, "-port", port}).exit_code, 2) << port;
  }
}

// ---- --open -----------------------------------------------------------------------------------------------

/// Replaces the desktop's `xdg-open`: it writes its arguments to a file.
constexpr const char* kFakeBrowser = R"(#!/bin/sh
cd "${0%/*}" || exit
printf '%s\n' "$@" >arguments
cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' '\n' >commands
stat -c %a "$1" "${1%/*}" >modes
ls -l /proc/self/fd >descriptors
cat "$1" >page
)";

struct Opened {
  std::string url;
  std::string errors;
  std::string arguments;    ///< of xdg-open, one a line
  std::string commands;     ///< words of the command lines of all programs, one a line
  std::string modes;        ///< of its file, and of the folder of that
  std::string descriptors;  ///< that it has
  std::string page;         ///< what is in its file
};

/// Has `explore --open` show a book and ends it when the browser has read its page.
Opened open_in_fake_browser(const TemporaryFolder& folder, const std::string& runtime_folder) {
  write_text(folder / "xdg-open", kFakeBrowser);
  std::filesystem::permissions(folder / "xdg-open", std::filesystem::perms::owner_all);
  EXPECT_EQ(::mkfifo((folder / "page").c_str(), 0600), 0);
  const Surroundings surroundings{.variables = {{"PATH", folder.path() + ":" + std::getenv("PATH")},
                                                {"XDG_RUNTIME_DIR", runtime_folder},
                                                {"XDG_STATE_HOME", folder / "state"},
                                                {"TMPDIR", folder.path()}}};
  RunningProgram explore(program_under_test(), {"explore", kStarter, "--open"}, surroundings);
  Opened opened;
  opened.page = read_text(folder / "page");
  explore.send(SIGTERM);
  const Outcome outcome = explore.end();
  opened.url = outcome.out.substr(0, outcome.out.find('\n'));
  opened.errors = outcome.err;
  opened.arguments = read_text(folder / "arguments");
  opened.commands = read_text(folder / "commands");
  opened.modes = read_text(folder / "modes");
  opened.descriptors = read_text(folder / "descriptors");
  return opened;
}

TEST(ExploreOpen, ShowsTheBrowserAPageThatOnlyItsUserCanRead) {
  const TemporaryFolder folder;
  const TemporaryFolder runtime;
  const Opened opened = open_in_fake_browser(folder, runtime.path());
  ASSERT_THAT(opened.url, StartsWith("http://127.0.0.1:"));
  EXPECT_THAT(opened.arguments, StartsWith(runtime.path() + "/"));
  EXPECT_EQ(opened.modes, "600\n700\n");
  EXPECT_THAT(opened.page, HasSubstr("<meta http-equiv=\"refresh\" content=\"0; url=" + opened.url + "\">"));
  EXPECT_TRUE(std::filesystem::is_empty(runtime.path())) << "the page is removed when explore ends";
  const std::string path = opened.url.substr(0, opened.url.rfind('/'));
  const std::string secret = path.substr(path.rfind('/') + 1);
  ASSERT_EQ(secret.size(), 32U);
  EXPECT_THAT(opened.arguments, Not(HasSubstr(secret)));
  // EXPECT_THAT would print the command lines of all processes when the test fails.
  EXPECT_TRUE(opened.commands.find("\n--open\n") != std::string::npos);
  EXPECT_TRUE(opened.commands.find(secret) == std::string::npos);
  EXPECT_THAT(opened.descriptors, Not(HasSubstr("socket:")));
}

TEST(ExploreOpen, PutsThePageAmongTemporaryFilesWithoutARuntimeFolder) {
  for (const char* none : {"", "/no/such/folder", "relative"}) {
    const TemporaryFolder folder;
    const Opened opened = open_in_fake_browser(folder, none);
    EXPECT_THAT(opened.arguments, StartsWith(folder.path() + "/polyglot-"));
    EXPECT_EQ(opened.modes, "600\n700\n");
    EXPECT_FALSE(std::filesystem::exists(opened.arguments.substr(0, opened.arguments.find('\n'))));
  }
}

TEST(ExploreOpen, GoesOnWithoutABrowser) {
  const TemporaryFolder folder;
  RunningProgram explore(program_under_test(), {"explore", kStarter, "--open"},
                         {.variables = {{"PATH", folder.path()}, {"TMPDIR", folder.path()}}});
  explore.send(SIGTERM);
  EXPECT_THAT(explore.end(), Succeeds(_, AllOf(HasSubstr("xdg-open: cannot be started: "),
                                               HasSubstr("; open the address yourself"))));
}

}  // namespace
}  // namespace polyglot::tools::test
