// SPDX-License-Identifier: MIT
// Permissions, links and full disks.
#include <sys/stat.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/bin_writer.hpp>

#include "book/book_files.hpp"
#include "support/file_size_limit.hpp"

namespace polyglot::book {
namespace {

namespace fs = std::filesystem;

using BinWriterOnPosix = test::BookFileTest;

TEST_F(BinWriterOnPosix, KeepsTheOldBookWhenTheDiskIsFull) {
  ASSERT_TRUE(write_bin_book(path_, {{.key = 1, .weight = 1}}));
  const test::Bytes old = test::read_file(path_);
  {
    const polyglot::test::FileSizeLimit full(100000);
    const auto written = write_bin_book(path_, std::vector<RawEntry>(20000, {.key = 1, .weight = 2}));
    EXPECT_THAT(written.error().to_string(), HasSubstr(path_));
  }
  EXPECT_EQ(test::read_file(path_), old);
  EXPECT_THAT(folder_.names(), ElementsAre("book.bin"));
}

TEST_F(BinWriterOnPosix, KeepsPermissions) {
  ASSERT_TRUE(write_bin_book(path_, {{.key = 1}}));
  fs::permissions(path_, fs::perms(0640));
  ASSERT_TRUE(write_bin_book(path_, {{.key = 2}}));
  EXPECT_EQ(fs::status(path_).permissions(), fs::perms(0640));
}

TEST_F(BinWriterOnPosix, GivesANewBookThePermissionsOfAnyNewFile) {
  const mode_t old = ::umask(027);
  const auto written = write_bin_book(path_, {{.key = 1}});
  ::umask(old);
  ASSERT_TRUE(written);
  EXPECT_EQ(fs::status(path_).permissions(), fs::perms(0640));
}

TEST_F(BinWriterOnPosix, ReplacesTheFileBehindALink) {
  ASSERT_TRUE(write_bin_book(path_, {{.key = 1, .weight = 1}}));
  const std::string link = folder_ / "link.bin";
  fs::create_symlink(path_, link);
  ASSERT_TRUE(write_bin_book(link, {{.key = 1, .weight = 2}}));
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(BinBook::open(path_).value()->find(1).value().at(0).weight, 2);
}

}  // namespace
}  // namespace polyglot::book
