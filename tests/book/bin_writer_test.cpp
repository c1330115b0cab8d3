// SPDX-License-Identifier: MIT
// Books read and written from end to end.
#include <cerrno>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/os/faults.hpp>
#include <polyglot/os/file.hpp>

#include "book/book_files.hpp"

namespace polyglot::book::test {
namespace {

namespace fs = std::filesystem;

class BinWriterTest : public test::BookFileTest {
 protected:
  [[nodiscard]] std::uint16_t weight_in(const std::string& path) const {
    return BinBook::open(path).value()->find(1).value().at(0).weight;
  }
};

TEST_F(BinWriterTest, SortsByKeyThenByWeightAndKeepsTheOrderOfEquals) {
  ASSERT_TRUE(write_bin_book(path_, {{.key = 2, .move = 1, .weight = 1},
                                     {.key = 1, .move = 2, .weight = 1},
                                     {.key = 2, .move = 3, .weight = 9},
                                     {.key = 2, .move = 4, .weight = 1}}));
  const auto found = BinBook::open(path_).value()->read(0, 4).value();
  EXPECT_THAT(found,
              ElementsAre(raw_entry(1, 2, 1), raw_entry(2, 3, 9), raw_entry(2, 1, 1), raw_entry(2, 4, 1)));
}

TEST_F(BinWriterTest, WritesAnEmptyFileForNoEntries) {
  ASSERT_TRUE(write_bin_book(path_, {}));
  EXPECT_EQ(fs::file_size(path_), 0U);
}

TEST_F(BinWriterTest, ReplacesABookAndLeavesNothingElse) {
  ASSERT_TRUE(write_bin_book(path_, {{.key = 1, .weight = 1}}));
  ASSERT_TRUE(write_bin_book(path_, {{.key = 1, .weight = 2}}));
  EXPECT_EQ(weight_in(path_), 2);
  EXPECT_THAT(folder_.names(), ElementsAre("book.bin"));
}

TEST_F(BinWriterTest, TakesThePathOfAFileInTheCurrentFolder) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());
  const auto written = write_bin_book("here.bin", {{.key = 1}});
  fs::current_path(before);
  ASSERT_TRUE(written) << written.error().to_string();
  EXPECT_THAT(folder_.names(), ElementsAre("here.bin"));
}

TEST_F(BinWriterTest, RefusesWhatIsNoFile) {
  const auto folder = write_bin_book(folder_.path(), {{.key = 1}});
  EXPECT_THAT(folder.error().to_string(), HasSubstr(folder_.path()));
  const auto nowhere = write_bin_book(folder_ / "no/such/folder.bin", {{.key = 1}});
  EXPECT_THAT(nowhere.error().to_string(), HasSubstr("there is no folder"));
}

TEST_F(BinWriterTest, RefusesEntriesThatWouldBecomeAHeader) {
  EXPECT_FALSE(write_bin_book(path_, {{.key = 0, .move = 1}}));
  EXPECT_FALSE(write_bin_book(path_, {{.key = 1}}, BookHeader{.version = ""}));
  EXPECT_TRUE(folder_.names().empty());
}

/// Replaces the book, without reading it, by a book of one move with this weight.
Result<void> replace_unread(const std::string& path, std::uint16_t weight) {
  return replace_book({}, path, [weight](BinBookWriter& writer) -> Result<bool> {
    auto added = writer.add(RawEntry{.key = 1, .weight = weight});
    return added ? Result<bool>(true) : added.error();
  });
}

// Without the lock, an editor that has read the old book would write it over the new one.
TEST_F(BinWriterTest, LocksABookThatItReplacesUnread) {
  ASSERT_TRUE(replace_unread(path_, 1));
  int renames = 0;
  bool locked = false;
  const os::FaultInjection watch([&](os::Call call) {
    if (call == os::Call::rename && ++renames == 1) locked = !os::try_open_locked(path_).value();
    return os::Fault{};
  });
  ASSERT_TRUE(replace_unread(path_, 2));
  EXPECT_EQ(renames, 1);
  EXPECT_TRUE(locked);
  EXPECT_EQ(weight_in(path_), 2);
}

TEST_F(BinWriterTest, LeavesABookThatItCannotLockAndMakesNoOther) {
  ASSERT_TRUE(replace_unread(path_, 1));
  const os::FaultInjection faults(
      [](os::Call call) { return os::Fault{.error = call == os::Call::lock ? EIO : 0}; });
  const auto replaced = replace_book({}, path_, [](BinBookWriter&) -> Result<bool> {
    ADD_FAILURE() << "makes a book";
    return true;
  });
  EXPECT_THAT(replaced.error().to_string(), HasSubstr(path_));
  EXPECT_EQ(weight_in(path_), 1);
  EXPECT_THAT(folder_.names(), ElementsAre("book.bin"));
}

using BinReaderTest = BookFileTest;

/// More than one block.
std::vector<RawEntry> many_entries() {
  std::vector<RawEntry> entries;
  for (chess::Key key = 1; key <= 20000; ++key)
    entries.push_back({.key = key * 0x0003141592653589, .move = 796, .weight = 7, .learn = 0x10002});
  return entries;
}

TEST_F(BinWriterTest, WritesWhatAReaderReads) {
  const std::vector<RawEntry> entries = many_entries();
  auto writer = BinBookWriter::create(path_).value();
  for (const RawEntry& entry : entries) ASSERT_TRUE(writer.add(entry));
  ASSERT_TRUE(writer.commit());
  EXPECT_EQ(read_file(path_), bytes_of(entries));
  EXPECT_EQ(read_entries(path_), entries);
}

TEST_F(BinWriterTest, LeavesNothingWithoutCommit) {
  {
    auto writer = BinBookWriter::create(path_).value();
    ASSERT_TRUE(writer.add(many_entries()));
  }
  EXPECT_THAT(folder_.names(), IsEmpty());
}

TEST_F(BinWriterTest, RefusesKeysThatDescend) {
  auto writer = BinBookWriter::create(path_).value();
  ASSERT_TRUE(writer.add(BookHeader{}));
  ASSERT_TRUE(writer.add({.key = 5}));
  ASSERT_TRUE(writer.add({.key = 5}));
  const auto refused = writer.add({.key = 4});
  EXPECT_THAT(refused.error().what, HasSubstr("order"));
}

TEST_F(BinReaderTest, TellsWhereABookIsNotSorted) {
  std::vector<RawEntry> entries = many_entries();
  std::swap(entries[15000], entries[15001]);
  write(entries);
  const auto read = BinBookReader::open(path_)->read_all();
  EXPECT_THAT(read.error().where, HasSubstr("offset " + std::to_string(15001 * 16)));
  EXPECT_THAT(read.error().what, HasSubstr("check-book --repair"));
  EXPECT_EQ(BinBookReader::open_damaged(path_)->read_all().value(), entries);
}

TEST_F(BinReaderTest, RefusesAPartialRecordUnlessItIsAskedToLookAtDamage) {
  Bytes bytes = bytes_of(many_entries());
  bytes.resize(bytes.size() - 3);
  write_file(path_, bytes);
  const auto refused = BinBookReader::open(path_);
  EXPECT_THAT(refused.error().where, HasSubstr("offset " + std::to_string(19999 * 16)));
  EXPECT_EQ(BinBookReader::open_damaged(path_)->read_all()->size(), 19999U);
}

TEST_F(BinReaderTest, TakesAnEmptyFileForABookWithoutMoves) {
  write_file(path_, Bytes());
  EXPECT_TRUE(read_entries(path_).empty());
}

TEST_F(BinReaderTest, NoticesAFileThatIsCutShort) {
  write(many_entries());
  auto reader = BinBookReader::open(path_).value();
  ASSERT_TRUE(reader.next_block());
  std::filesystem::resize_file(path_, 64);
  EXPECT_FALSE(reader.next_block());
}

}  // namespace
}  // namespace polyglot::book::test
