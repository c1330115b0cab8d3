// SPDX-License-Identifier: MIT
#include <cstdint>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/book_stack.hpp>

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

TEST_F(LargeBookTest, NoticesDisorderAtItsEnd) {
  const std::vector<RawEntry> last{{.key = 9}, {.key = 8}};
  write_at(kThreeGigabytes - 2 * kRecordSize, last);
  EXPECT_THAT(BinBook::open(path_).value()->take_trouble().value().to_string(),
              testing::HasSubstr("is not sorted"));
}

/// Pages of memory that are in use.
std::uint64_t resident_pages() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  file >> size >> resident;
  return resident;
}

TEST(ManyLargeBooks, TakeNoMoreMemoryThanWasTouched) {
  constexpr std::uint64_t kGigabyte = std::uint64_t{1} << 30;
  constexpr std::size_t kBooks = 16;
  constexpr std::uint64_t kMostPages = 16384;  // 64 MiB of 16 GiB; sanitizers take some, too
  const test::TempFolder folder;
  const RawEntry entry{.key = chess::Position().key(), .move = test::code("e2e4"), .weight = 1};
  BookStack stack;
  stack.set_books(std::vector(kBooks, BookUse{.name = "book", .file = "book.bin"}));
  stack.set_rules({.merge = true});
  const std::uint64_t before = resident_pages();
  for (std::size_t place = 0; place < kBooks; ++place) {
    const std::string path = folder.file(std::to_string(place) + ".bin");
    test::write_file(path, test::bytes_of(std::vector{RawEntry{}}));
    std::error_code refused;
    std::filesystem::resize_file(path, kGigabyte, refused);
    if (refused) GTEST_SKIP() << "no files of 1 GB here: " << refused.message();
    std::ofstream end(path, std::ios::binary | std::ios::app);
    const test::Bytes bytes = test::bytes_of(std::vector{entry});
    end.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    end.close();
    stack.open(place, BinBook::open(path).value());
  }
  const Decision decision = stack.decide(game::Game(), {}, [](std::uint32_t) { return 0U; });
  EXPECT_EQ(decision.candidates.size(), kBooks);
  EXPECT_LT(resident_pages(), before + kMostPages);
}

}  // namespace
}  // namespace polyglot::book
