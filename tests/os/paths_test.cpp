// SPDX-License-Identifier: MIT
#include <fstream>

#include <gmock/gmock.h>

#include <polyglot/os/environment.hpp>
#include <polyglot/os/expansion.hpp>

#include "support/temporary_folder.hpp"

namespace polyglot::os {
namespace {

using test::TemporaryFolder;
using ::testing::HasSubstr;

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
  const auto name = expand_file_name("$NONE/a.bin", variables);
  ASSERT_FALSE(name);
  EXPECT_THAT(name.error().to_string(), HasSubstr("NONE is not set"));
}

TEST(Paths, OfWhatWeRememberAreInTheFolderOfStates) {
  const Environment with_state = [](const std::string& name) -> std::optional<std::string> {
    return name == "XDG_STATE_HOME" ? "/state" : "/home/anna";
  };
  EXPECT_EQ(state_file("file", with_state), "/state/polyglot/file");
  EXPECT_EQ(state_file("file", variables), "/home/anna/.local/state/polyglot/file");
  EXPECT_EQ(state_file("file", [](const std::string&) { return "relative"; }), "");
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
  const auto found = find_file("no-such-book.bin", "/ini/folder");
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().what, HasSubstr("/ini/folder/no-such-book.bin"));
  EXPECT_THAT(found.error().what, HasSubstr((std::filesystem::current_path() / "no-such-book.bin").string()));
}

TEST(Paths, AdvisesToWriteANameWithoutQuotes) {
  EXPECT_THAT(find_file("\"book.bin\"", "/nowhere").error().to_string(),
              testing::EndsWith("; write it without quotes"));
}

}  // namespace
}  // namespace polyglot::os
