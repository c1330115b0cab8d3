// SPDX-License-Identifier: MIT
#include <polyglot/config/expansion.hpp>
#include <polyglot/os/environment.hpp>

#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::config::expansion_test {
namespace {

using test::TemporaryFolder;

std::optional<std::string> variables(const std::string& name) {
  if (name == "HOME") return "/home/anna";
  if (name == "BOOKS") return "/books";
  return std::nullopt;
}

/// A book in that folder.
std::string written(const TemporaryFolder& folder) {
  std::ofstream(folder / "book.bin") << "x";
  return folder / "book.bin";
}

TEST(Paths, ExpandsHomeAndVariables) {
  EXPECT_EQ(expand_file_name("~/a b.bin", variables).value(), "/home/anna/a b.bin");
  EXPECT_EQ(expand_file_name("$BOOKS/${BOOKS}x", variables).value(), "/books//booksx");
  EXPECT_EQ(expand_file_name("a~'\"\\ $ $5", variables).value(), "a~'\"\\ $ $5");
}

TEST(Paths, UnsetVariableIsAnError) {
  EXPECT_THAT(expand_file_name("$NONE/a.bin", variables).error().to_string(), HasSubstr("NONE is not set"));
}

TEST(Paths, OfWhatWeRememberAreInTheFolderOfStates) {
  const os::Environment with_state = [](const std::string& name) -> std::optional<std::string> {
    return name == "XDG_STATE_HOME" ? "/state" : "/home/anna";
  };
  EXPECT_EQ(os::state_file("file", with_state), "/state/polyglot/file");
  EXPECT_EQ(os::state_file("file", variables), "/home/anna/.local/state/polyglot/file");
  EXPECT_EQ(os::state_file("file", [](const std::string&) { return "relative"; }), "");
}

TEST(Paths, LooksInTheFolderOfTheIniFirst) {
  const TemporaryFolder folder;
  const std::string book = written(folder);
  EXPECT_EQ(find_file("book.bin", folder.path()).value(), book);
  EXPECT_EQ(find_file(book, "/nowhere").value(), book);
}

TEST(Paths, LooksInTheCurrentFolderNext) {
  const TemporaryFolder folder;
  written(folder);
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const auto found = find_file("book.bin", "/nowhere");
  std::filesystem::current_path(before);
  EXPECT_EQ(found.value(), "book.bin");
}

TEST(Paths, NamesBothPlacesWhenThereIsNothing) {
  EXPECT_THAT(find_file("no-such-book.bin", "/ini/folder").error().what,
              AllOf(HasSubstr("/ini/folder/no-such-book.bin"),
                    HasSubstr((std::filesystem::current_path() / "no-such-book.bin").string())));
}

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

TEST(EngineCommand, IsSplitAsAShellSplitsIt) {
  const std::vector<std::pair<std::string_view, std::vector<std::string>>> commands = {
      {"  engine\t-a \n b ", {"engine", "-a", "b"}},
      {R"('my engine' "two  words" a' 'b)", {"my engine", "two  words", "a b"}},
      {R"(e '' "")", {"e", "", ""}},
      {R"(a\ b \c '\d' "\e \" \\ \$x")", {"a b", "c", "\\d", "\\e \" \\ $x"}},
      {R"($HOME/e ${HOME}x "$HOME" '$HOME' \$HOME)",
       {"/home/anna/e", "/home/annax", "/home/anna", "$HOME", "$HOME"}},
      {R"(e $OPTS "$OPTS" x$OPTS)", {"e", "-a", "-b", " -a  -b ", "x", "-a", "-b"}},
      {"e $NONE $EMPTY", {"e"}},              // a variable that is unset or empty
      {R"(e "$ODD")", {"e", "$(x) | 'y'"}},   // a value is no command
      {"e $ $1 a$", {"e", "$", "$1", "a$"}},  // no variables
      {R"(~/e ~ a~ '~' "~/x" \~ ~bob)", {"/home/anna/e", "/home/anna", "a~", "~", "~/x", "~", "~bob"}},
      {"e *.nnue [ab]?", {"e", "*.nnue", "[ab]?"}}};
  for (const auto& [command, words] : commands) EXPECT_EQ(split(command), words) << command;
}

TEST(EngineCommand, NeverExecutesCommandSubstitution) {
  for (const char* command : {"e $(id)", "e `id`", "e \"$(id)\"", "e \"`id`\"", "$((1))"})
    EXPECT_THAT(failure(command), HasSubstr("command substitution is not executed")) << command;
  EXPECT_THAT(split("e '$(id)' '`id`'"), ElementsAre("e", "$(id)", "`id`"));
}

TEST(EngineCommand, RefusesShellOperatorsAndTellsTheWayOut) {
  for (const char* command : {"a | b", "a&", "a;b", "a <b", "a >b", "(a)"})
    EXPECT_THAT(failure(command), HasSubstr("sh -c '...'")) << command;
  EXPECT_THAT(split(R"(sh -c 'a | b' \; "&")"), ElementsAre("sh", "-c", "a | b", ";", "&"));
}

TEST(EngineCommand, NamesTheColumnOfAnUnclosedQuote) {
  EXPECT_EQ(failure("ab 'cd"), "column 4: the single quote is not closed");
  EXPECT_EQ(failure("ab \"c'd"), "column 4: the double quote is not closed");
  EXPECT_THAT(failure("ab \\"), HasSubstr("column 4"));
}

TEST(EngineCommand, RefusesAnEmptyCommand) {
  for (const char* command : {"", "  ", "$NONE"}) EXPECT_EQ(failure(command), "the command is empty");
}

TEST(EngineCommand, RefusesUnknownBraceForms) {
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
}  // namespace polyglot::config::expansion_test
