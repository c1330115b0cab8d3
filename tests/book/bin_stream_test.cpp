// SPDX-License-Identifier: MIT
// Books read and written from end to end.
#include <filesystem>

#include <gmock/gmock.h>

#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/bin_writer.hpp>

#include "book/book_files.hpp"

namespace polyglot::book::test {
namespace {

using ::testing::HasSubstr;

/// More than one block.
std::vector<RawEntry> many_entries() {
  std::vector<RawEntry> entries;
  for (chess::Key key = 1; key <= 20000; ++key)
    entries.push_back({.key = key * 0x0003141592653589, .move = 796, .weight = 7, .learn = 0x10002});
  return entries;
}

Result<std::vector<RawEntry>> read_all(Result<BinBookReader> reader) {
  if (!reader) return reader.error();
  std::vector<RawEntry> all;
  for (;;) {
    const auto block = reader->next_block();
    if (!block) return block.error();
    if (block->empty()) return all;
    all.insert(all.end(), block->begin(), block->end());
  }
}

TEST(BinBookWriter, WritesWhatAReaderReads) {
  const TempFolder folder;
  const std::vector<RawEntry> entries = many_entries();
  auto writer = BinBookWriter::create(folder.file("book.bin")).value();
  for (const RawEntry& entry : entries) ASSERT_TRUE(writer.add(entry));
  ASSERT_TRUE(writer.commit());
  EXPECT_EQ(read_file(folder.file("book.bin")), bytes_of(entries));
  EXPECT_EQ(read_all(BinBookReader::open(folder.file("book.bin"))).value(), entries);
}

TEST(BinBookWriter, LeavesNothingWithoutCommit) {
  const TempFolder folder;
  {
    auto writer = BinBookWriter::create(folder.file("book.bin")).value();
    ASSERT_TRUE(writer.add(many_entries()));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(BinBookWriter, RefusesKeysThatDescend) {
  const TempFolder folder;
  auto writer = BinBookWriter::create(folder.file("book.bin")).value();
  ASSERT_TRUE(writer.add(BookHeader{}));
  ASSERT_TRUE(writer.add({.key = 5}));
  ASSERT_TRUE(writer.add({.key = 5}));
  const auto refused = writer.add({.key = 4});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().what, HasSubstr("order"));
}

TEST(BinBookReader, TellsWhereABookIsNotSorted) {
  const TempFolder folder;
  std::vector<RawEntry> entries = many_entries();
  std::swap(entries[15000], entries[15001]);
  write_file(folder.file("book.bin"), bytes_of(entries));
  const auto read = read_all(BinBookReader::open(folder.file("book.bin")));
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().where, HasSubstr("offset " + std::to_string(15001 * 16)));
  EXPECT_THAT(read.error().what, HasSubstr("check-book --repair"));
  EXPECT_EQ(read_all(BinBookReader::open_damaged(folder.file("book.bin"))).value(), entries);
}

TEST(BinBookReader, RefusesAPartialRecordUnlessItIsAskedToLookAtDamage) {
  const TempFolder folder;
  Bytes bytes = bytes_of(many_entries());
  bytes.resize(bytes.size() - 3);
  write_file(folder.file("book.bin"), bytes);
  const auto refused = BinBookReader::open(folder.file("book.bin"));
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().where, HasSubstr("offset " + std::to_string(19999 * 16)));
  EXPECT_EQ(read_all(BinBookReader::open_damaged(folder.file("book.bin")))->size(), 19999U);
}

TEST(BinBookReader, TakesAnEmptyFileForABookWithoutMoves) {
  const TempFolder folder;
  write_file(folder.file("book.bin"), Bytes());
  EXPECT_TRUE(read_all(BinBookReader::open(folder.file("book.bin"))).value().empty());
}

TEST(BinBookReader, NoticesAFileThatIsCutShort) {
  const TempFolder folder;
  write_file(folder.file("book.bin"), bytes_of(many_entries()));
  auto reader = BinBookReader::open(folder.file("book.bin")).value();
  ASSERT_TRUE(reader.next_block());
  std::filesystem::resize_file(folder.file("book.bin"), 64);
  EXPECT_FALSE(reader.next_block());
}

}  // namespace
}  // namespace polyglot::book::test
