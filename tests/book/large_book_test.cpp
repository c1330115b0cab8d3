// SPDX-License-Identifier: MIT
#include <cstdint>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <polyglot/book/bin_book.hpp>

#include "book/book_files.hpp"

namespace polyglot::book {
namespace {

constexpr std::uint64_t kThreeGigabytes = std::uint64_t{3} << 30;

/// Defect 14 of 2.0.4 was a limit of 2 GB.
/// A sparse file takes no room on the disk: its hole reads as records with key 0, as a header does.
class LargeBookTest : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(path_).close();
    std::error_code refused;
    std::filesystem::resize_file(path_, kThreeGigabytes, refused);
    if (refused) GTEST_SKIP() << "no files of 3 GB here: " << refused.message();
  }

  void write_at(std::uint64_t offset, std::span<const RawEntry> entries) const {
    std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(offset));
    const test::Bytes bytes = test::bytes_of(entries);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    ASSERT_TRUE(file.flush());
  }

  test::TempFolder folder_;
  std::string path_ = folder_.file("large.bin");
};

TEST_F(LargeBookTest, FindsKeysBeyondTwoGigabytes) {
  const std::vector<RawEntry> last{{.key = 5, .move = 1}, {.key = 6, .move = 2}, {.key = 7, .move = 3}};
  write_at(kThreeGigabytes - 3 * kRecordSize, last);
  const auto book = BinBook::open(path_).value();
  EXPECT_EQ(book->size(), 3U);
  for (const RawEntry& entry : last) EXPECT_THAT(book->find(entry.key).value(), testing::ElementsAre(entry));
  EXPECT_THAT(book->find(8).value(), testing::IsEmpty());
}

TEST_F(LargeBookTest, NoticesByItsSamplesThatItIsNotSorted) {
  const std::vector<RawEntry> first{{.key = 5}, {.key = 6}};
  write_at(0, first);
  const auto book = BinBook::open(path_).value();
  EXPECT_THAT(book->take_trouble().value().to_string(),
              testing::AllOf(testing::HasSubstr("offset 32: is not sorted"),
                             testing::HasSubstr(std::to_string(kThreeGigabytes) + " bytes"),
                             testing::HasSubstr("does not find some of its moves")));
}

}  // namespace
}  // namespace polyglot::book
