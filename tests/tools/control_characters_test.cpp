// SPDX-License-Identifier: MIT
// Texts from files could contain control sequences for the terminal.
#include <polyglot/visible.hpp>

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

/// Gives a window its title, and clears the screen by C1's CSI, in UTF-8 and as a byte.
const std::string kOrders =
    "\x1b]0;mine\x07\xC2\x9B"
    "2J\x9B"
    "2J";
const std::string kVisible = "?]0;mine??2J?2J";

TEST(ControlCharacters, AreQuestionMarksAndTextStays) {
  EXPECT_EQ(visible_line(kOrders), kVisible);
  EXPECT_EQ(visible_line(std::string("a\0b\tc\nd\re\x7f", 10)), "a?b?c?d?e?");
  EXPECT_EQ(visible_lines("a\tb\nc\rd"), "a\tb\nc?d");
  // Continuation bytes of these are those of C1.
  for (const std::string text : {"Ö ü Û", "Ал‛ 象棋 \xF0\x9F\x9B\x91", "M\xFCller", "\xC2", "\xC2\xA0"})
    EXPECT_EQ(visible_lines(text), text);
  EXPECT_EQ(visible_line("\xC2\x1b"), "\xC2?");
  EXPECT_EQ(visible_line("\xE2\x1b\x9B"), "\xE2??");
}

TEST(ControlCharacters, OfAHeaderAreMadeVisible) {
  const TemporaryFolder folder;
  const std::string book = folder / "book.bin";
  std::filesystem::copy_file(POLYGLOT_SOURCE_DIR "/config/starter.bin", book);
  ASSERT_EQ(polyglot({"edit-book", book, "--comment", kOrders + "\\nM\xC3\xBCller"}).exit_code, 0);
  EXPECT_THAT(polyglot({"info-book", book}).out, HasSubstr(": " + kVisible + "\nM\xC3\xBCller\n"));
  EXPECT_THAT(polyglot({"info-book", book, "--format", "json"}).out, HasSubstr("\\u001b]0;mine\\u0007"));
}

TEST(ControlCharacters, OfNamesOfFilesAreMadeVisible) {
  const TemporaryFolder folder;
  const std::string book = folder / (kOrders + ".bin");
  std::filesystem::copy_file(POLYGLOT_SOURCE_DIR "/config/starter.bin", book);
  EXPECT_THAT(polyglot({"dump-book", book, "--side", "white", "-o", "-"}).out,
              AllOf(HasSubstr(kVisible + ".bin\" for white"), Not(HasSubstr("\x1b"))));
  EXPECT_THAT(polyglot({"check-book", book, book, "--color", "always"}).out,
              AllOf(StartsWith("\x1b[1m"), HasSubstr(kVisible + ".bin:\x1b[0m\n"),
                    HasSubstr("\x1b[32msound\x1b[0m")));
  EXPECT_THAT(polyglot({"make-book", folder / kOrders, "-o", folder / "new.bin"}).err,
              AllOf(HasSubstr(kVisible), Not(HasSubstr("\x1b"))));
}

TEST(ControlCharacters, OfNamesOfOpeningsAreMadeVisible) {
  const TemporaryFolder folder;
  write_text(folder / "names.tsv", "eco\tname\tpgn\nB00\t" + kOrders + "\t1. e4\n");
  const Outcome dumped = polyglot({"dump-book", POLYGLOT_SOURCE_DIR "/config/starter.bin", "--format", "pgn",
                                   "--tree", "--openings-file", folder / "names.tsv"});
  EXPECT_THAT(dumped.out, AllOf(HasSubstr(kVisible), Not(HasSubstr("\x1b")))) << dumped.err;
}

}  // namespace
}  // namespace polyglot::tools::test
