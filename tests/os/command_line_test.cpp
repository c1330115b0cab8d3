// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <polyglot/os/expansion.hpp>

namespace polyglot::os {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::optional<std::string> lookup(const std::string& name) {
  if (name == "HOME") return "/home/anna";
  if (name == "OPTS") return " -a  -b ";
  if (name == "ODD") return "$(x) | 'y'";
  if (name == "EMPTY") return "";
  return std::nullopt;
}

std::vector<std::string> split(std::string_view command) {
  return split_command_line(command, lookup).value();
}

std::string failure(std::string_view command) {
  const auto words = split_command_line(command, lookup);
  return words ? "no error" : words.error().to_string();
}

TEST(CommandLine, SplitsAtBlanks) {
  EXPECT_THAT(split("  engine\t-a \n b "), ElementsAre("engine", "-a", "b"));
}

TEST(CommandLine, KeepsQuotedBlanksInOneWord) {
  EXPECT_THAT(split(R"('my engine' "two  words" a' 'b)"), ElementsAre("my engine", "two  words", "a b"));
}

TEST(CommandLine, KeepsEmptyWords) {
  EXPECT_THAT(split(R"(e '' "")"), ElementsAre("e", "", ""));
}

TEST(CommandLine, TakesBackslashesAsPosixDoes) {
  EXPECT_THAT(split(R"(a\ b \c '\d' "\e \" \\ \$x")"), ElementsAre("a b", "c", "\\d", "\\e \" \\ $x"));
}

TEST(CommandLine, ExpandsVariablesOutsideSingleQuotes) {
  EXPECT_THAT(split(R"($HOME/e ${HOME}x "$HOME" '$HOME' \$HOME)"),
              ElementsAre("/home/anna/e", "/home/annax", "/home/anna", "$HOME", "$HOME"));
}

TEST(CommandLine, SplitsOnlyUnquotedVariables) {
  EXPECT_THAT(split(R"(e $OPTS "$OPTS" x$OPTS)"), ElementsAre("e", "-a", "-b", " -a  -b ", "x", "-a", "-b"));
}

TEST(CommandLine, UnsetAndEmptyVariablesGiveNoWord) {
  EXPECT_THAT(split("e $NONE $EMPTY"), ElementsAre("e"));
}

TEST(CommandLine, ValuesOfVariablesAreNotInterpreted) {
  EXPECT_THAT(split(R"(e "$ODD")"), ElementsAre("e", "$(x) | 'y'"));
}

TEST(CommandLine, LoneDollarIsText) {
  EXPECT_THAT(split("e $ $1 a$"), ElementsAre("e", "$", "$1", "a$"));
}

TEST(CommandLine, ExpandsTildeOnlyAtTheStartOfAWord) {
  EXPECT_THAT(split(R"(~/e ~ a~ '~' "~/x" \~ ~bob)"),
              ElementsAre("/home/anna/e", "/home/anna", "a~", "~", "~/x", "~", "~bob"));
}

TEST(CommandLine, LeavesGlobsAlone) {
  EXPECT_THAT(split("e *.nnue [ab]?"), ElementsAre("e", "*.nnue", "[ab]?"));
}

TEST(CommandLine, NeverExecutesCommandSubstitution) {
  for (const char* command : {"e $(id)", "e `id`", "e \"$(id)\"", "e \"`id`\"", "$((1))"})
    EXPECT_THAT(failure(command), HasSubstr("command substitution is not executed")) << command;
  EXPECT_THAT(split("e '$(id)' '`id`'"), ElementsAre("e", "$(id)", "`id`"));
}

TEST(CommandLine, RefusesShellOperatorsAndTellsTheWayOut) {
  for (const char* command : {"a | b", "a&", "a;b", "a <b", "a >b", "(a)"})
    EXPECT_THAT(failure(command), HasSubstr("sh -c '...'")) << command;
  EXPECT_THAT(split(R"(sh -c 'a | b' \; "&")"), ElementsAre("sh", "-c", "a | b", ";", "&"));
}

TEST(CommandLine, NamesTheColumnOfAnUnclosedQuote) {
  EXPECT_EQ(failure("ab 'cd"), "column 4: the single quote is not closed");
  EXPECT_EQ(failure("ab \"c'd"), "column 4: the double quote is not closed");
  EXPECT_THAT(failure("ab \\"), HasSubstr("column 4"));
}

TEST(CommandLine, RefusesAnEmptyCommand) {
  for (const char* command : {"", "  ", "$NONE"}) EXPECT_EQ(failure(command), "the command is empty");
}

TEST(CommandLine, RefusesUnknownBraceForms) {
  for (const char* command : {"${", "${}", "${HOME", "${HOME:-x}", "${1}"})
    EXPECT_THAT(failure(command), HasSubstr("${NAME}")) << command;
}

TEST(ShellWord, IsQuotedWhereTheShellWouldReadItOtherwise) {
  EXPECT_EQ(shell_word("/home/anna/my-book_2.bin"), "/home/anna/my-book_2.bin");
  EXPECT_EQ(shell_word("my book's.bin"), R"('my book'\''s.bin')");
  EXPECT_EQ(shell_word("caf\xc3\xa9"), "'caf\xc3\xa9'");
  EXPECT_EQ(shell_word(""), "''");
}

}  // namespace
}  // namespace polyglot::os
