// SPDX-License-Identifier: MIT
// Tools on Windows. That their books are those of Linux, byte by byte, is what same_books_test.sh sees.
#include "support/testing.hpp"
#include "windows/gui.hpp"

namespace polyglot::windows_test {
namespace {

TEST(WindowsTools, SayTheirVersion) {
  const Folder folder;
  const Outcome outcome = run({"--version"}, folder.path());
  EXPECT_EQ(outcome.exit_code, 0U);
  EXPECT_THAT(outcome.text, HasSubstr("3."));
}

TEST(WindowsTools, WriteTheirOutputWithoutCarriageReturns) {
  const Folder folder;
  const Outcome outcome = run({"help"}, folder.path());
  EXPECT_EQ(outcome.exit_code, 0U);
  EXPECT_EQ(outcome.text.find('\r'), std::string::npos);
}

TEST(WindowsTools, NameAMissingFile) {
  const Folder folder;
  const Outcome outcome = run({"info-book", "\u043d\u0435\u0442.bin"}, folder.path());
  EXPECT_NE(outcome.exit_code, 0U);
  EXPECT_THAT(outcome.text, HasSubstr("\u043d\u0435\u0442.bin"));
}

TEST(WindowsTools, WriteAConfiguration) {
  const Folder folder;
  const std::string path = utf8(folder / "my.ini");
  const Outcome written = run({"init", "--engine", utf8(playing_engine()), "-o", path}, folder.path());
  EXPECT_EQ(written.exit_code, 0U) << written.text;
  EXPECT_THAT(written.text, HasSubstr("polyglot play \"" + path + '"'));
  const Outcome checked = run({"my.ini", "--check-config"}, folder.path());
  EXPECT_EQ(checked.exit_code, 0U) << checked.text;
}

/// cmd and PowerShell leave that to programs.
TEST(WindowsTools, ExpandWildcardsOutsideQuotes) {
  const Folder folder;
  for (const char* const name : {"b.pgn", "a.PGN", "a.pgn2", "a.txt", "two words.pgn"})
    write_file(folder / name, "[Result \"1-0\"]\n\n1. e4 e5 1-0\n");
  const auto counted = [&](const char* pattern) {
    return run({"make-book", pattern, "--min-game", "1", "-o", "NUL"}, folder.path());
  };
  EXPECT_THAT(counted("*.pgn").text, HasSubstr("3 read"));
  EXPECT_THAT(counted(".\\?.p*").text, HasSubstr("3 read"));
  const Outcome none = counted("c*.pgn");
  EXPECT_NE(none.exit_code, 0U);
  EXPECT_THAT(none.text, HasSubstr("c*.pgn"));
  const Outcome quoted = counted("two *.pgn");  // the blank needs quotes
  EXPECT_NE(quoted.exit_code, 0U) << quoted.text;
}

TEST(WindowsTools, BuildABookThatGoesNowhere) {
  const Folder folder;
  write_file(folder / "games.pgn", "[Result \"1-0\"]\n\n1. e4 e5 1-0\n");
  for (const char* const format : {"polyglot", "crafty"}) {
    const Outcome made =
        run({"make-book", "games.pgn", "--min-game", "1", "--format", format, "-o", "NUL", "--report", "NUL"},
            folder.path());
    EXPECT_EQ(made.exit_code, 0U) << format << ": " << made.text;
  }
}

}  // namespace
}  // namespace polyglot::windows_test
