// SPDX-License-Identifier: MIT
#include "explorer/kept_address.hpp"
#include <filesystem>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "explorer/explorer_testing.hpp"
#include "explorer/target.hpp"

namespace polyglot::explorer::test {
namespace {

namespace fs = std::filesystem;

class ExplorerKeptAddress : public ::testing::Test {
 protected:
  void put(std::string_view text, fs::perms permissions = fs::perms::owner_read | fs::perms::owner_write) {
    book::test::write_file(path_, book::test::bytes_of(text));
    fs::permissions(path_, permissions);
  }

  book::test::TempFolder folder_;
  std::string path_ = folder_.file("address");
  KeptAddress address_{.port = 4711, .secret = std::string(kSecretDigits, 'a')};
};

TEST_F(ExplorerKeptAddress, IsReadAsItWasWritten) {
  EXPECT_FALSE(read_address(path_));
  const std::string deep = folder_.file("state/polyglot/address");
  ASSERT_TRUE(write_address(deep, address_));
  EXPECT_EQ(read_address(deep), address_);
  EXPECT_EQ(fs::status(deep).permissions() & fs::perms::all, fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(ExplorerKeptAddress, IsNotTakenFromAFileThatOthersMayRead) {
  const std::string text = "4711 " + address_.secret + "\n";
  put(text);
  EXPECT_EQ(read_address(path_), address_);
  put(text, fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  EXPECT_FALSE(read_address(path_));
  ASSERT_TRUE(write_address(path_, address_));
  EXPECT_EQ(read_address(path_), address_) << "a new file takes its place";
}

TEST_F(ExplorerKeptAddress, IsNotTakenFromADamagedFile) {
  for (const std::string& text :
       {std::string(), std::string("4711"), "0 " + address_.secret, "70000 " + address_.secret,
        std::string("4711 abc"), "4711 " + std::string(kSecretDigits, 'G')}) {
    put(text);
    EXPECT_FALSE(read_address(path_)) << text;
  }
}

TEST_F(ExplorerKeptAddress, NamesAFolderThatCannotBeMade) {
  put("no folder");
  EXPECT_FALSE(write_address(path_ + "/state/address", address_));
}

}  // namespace
}  // namespace polyglot::explorer::test
