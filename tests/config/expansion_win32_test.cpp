// SPDX-License-Identifier: MIT
#include <polyglot/config/expansion.hpp>

#include "support/testing.hpp"

namespace polyglot::config {
namespace {

TEST(CommandsOfWindows, HaveBackslashesBetweenFolders) {
  const os::Environment anna = [](const std::string& name) -> std::optional<std::string> {
    if (name == "USERPROFILE") return "C:\\Users\\anna";
    return std::nullopt;
  };
  EXPECT_THAT(split_command_line(R"("C:\Program Files (x86)\e.exe" C:\a\b ~\e \"x y\")", anna).value(),
              ElementsAre(R"(C:\Program Files (x86)\e.exe)", R"(C:\a\b)", R"(C:\Users\anna\e)", R"(\x y\)"));
  EXPECT_EQ(expand_file_name(R"(~\book.bin)", anna).value(), R"(C:\Users\anna\book.bin)");
}

TEST(CommandsOfWindows, HaveDoubleQuotes) {
  EXPECT_EQ(shell_word(R"(C:\Users\anna\my.ini)"), R"(C:\Users\anna\my.ini)");
  EXPECT_EQ(shell_word(R"(C:\Program Files\my.ini)"), R"("C:\Program Files\my.ini")");
}

TEST(CommandsOfWindows, NeedABatchFileForOperators) {
  EXPECT_THAT(split_command_line("a | b").error().to_string(), HasSubstr("or write a batch file"));
}

}  // namespace
}  // namespace polyglot::config
