// SPDX-License-Identifier: MIT
// Permissions, links and full disks.
#include <iterator>
#include <sys/stat.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/bin_writer.hpp>

#include "book/book_files.hpp"
#include "support/file_size_limit.hpp"

namespace polyglot::book {
namespace {

namespace fs = std::filesystem;

TEST(BinWriterOnPosix, KeepsTheOldBookWhenTheDiskIsFull) {
  const polyglot::test::TemporaryFolder folder;
  const std::string path = folder / "book.bin";
  ASSERT_TRUE(write_bin_book(path, {{.key = 1, .weight = 1}}));
  const test::Bytes old = test::read_file(path);
  {
    const polyglot::test::FileSizeLimit full(100000);
    const auto written = write_bin_book(path, std::vector<RawEntry>(20000, {.key = 1, .weight = 2}));
    ASSERT_FALSE(written);
    EXPECT_THAT(written.error().to_string(), HasSubstr(path));
  }
  EXPECT_EQ(test::read_file(path), old);
  const auto files = fs::directory_iterator(folder.path());
  EXPECT_EQ(std::distance(begin(files), end(files)), 1) << "it leaves nothing else";
}

TEST(BinWriterOnPosix, KeepsPermissions) {
  const polyglot::test::TemporaryFolder folder;
  const std::string path = folder / "book.bin";
  ASSERT_TRUE(write_bin_book(path, {{.key = 1}}));
  fs::permissions(path, fs::perms(0640));
  ASSERT_TRUE(write_bin_book(path, {{.key = 2}}));
  EXPECT_EQ(fs::status(path).permissions(), fs::perms(0640));
}

TEST(BinWriterOnPosix, GivesANewBookThePermissionsOfAnyNewFile) {
  const polyglot::test::TemporaryFolder folder;
  const std::string path = folder / "book.bin";
  const mode_t old = ::umask(027);
  const auto written = write_bin_book(path, {{.key = 1}});
  ::umask(old);
  ASSERT_TRUE(written);
  EXPECT_EQ(fs::status(path).permissions(), fs::perms(0640));
}

TEST(BinWriterOnPosix, ReplacesTheFileBehindALink) {
  const polyglot::test::TemporaryFolder folder;
  const std::string path = folder / "book.bin";
  ASSERT_TRUE(write_bin_book(path, {{.key = 1, .weight = 1}}));
  const std::string link = folder / "link.bin";
  fs::create_symlink(path, link);
  ASSERT_TRUE(write_bin_book(link, {{.key = 1, .weight = 2}}));
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(BinBook::open(path).value()->find(1).value().at(0).weight, 2);
}

}  // namespace
}  // namespace polyglot::book
