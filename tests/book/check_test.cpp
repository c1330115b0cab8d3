// SPDX-License-Identifier: MIT
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/check.hpp>

#include "book/book_files.hpp"
#include "book/random_book.hpp"

namespace polyglot::book::test {
namespace {

using ::testing::FieldsAre;

class BookCheck : public BookFileTest {
 protected:
  RecordCheck check(const std::vector<RawEntry>& entries, std::size_t cut = 0) {
    Bytes bytes = bytes_of(entries);
    bytes.resize(bytes.size() - cut);
    write_file(path_, bytes);
    return check_records(path_).value();
  }
  std::vector<RawEntry> repair() {
    report_ = repair_book(path_, path_).value();
    return read_entries(path_);
  }

  RepairReport report_;
};

TEST_F(BookCheck, FindsNothingInASoundBook) {
  const RecordCheck found = check({raw_entry(1, 796, 5), raw_entry(1, 731, 5), raw_entry(2, 796, 1)});
  EXPECT_EQ(found.repairable(), 0U);
  EXPECT_EQ(found.records, 3U);
  EXPECT_EQ(found.positions, 2U);
  EXPECT_EQ(found.impossible_moves.count + found.zero_weights.count, 0U);
}

TEST_F(BookCheck, TellsWhatIsWrongAndWhereFirst) {
  const RecordCheck found =
      check({raw_entry(5, 796, 1), raw_entry(5, 796, 0), raw_entry(4, 0x9000, 1), raw_entry(0, 1, 1),
             raw_entry(3, 0x5001, 0), raw_entry(7, 0, 1), raw_entry(8, 1, 1)},
            3);
  EXPECT_EQ(found.repairable(), 1U + 1U + 2U + 1U) << "bytes, a duplicate, two keys and a header";
  EXPECT_EQ(found.leftover_bytes, 13U);
  EXPECT_THAT(found.duplicates, FieldsAre(1, 16));
  EXPECT_THAT(found.unsorted, FieldsAre(2, 32));
  EXPECT_EQ(found.stray_headers.first_offset, 48U);
  EXPECT_EQ(found.zero_weights.count, 2U);
  EXPECT_EQ(found.impossible_moves.count, 3U);
}

TEST_F(BookCheck, KnowsIllegalMovesWhereGamesReachThePosition) {
  const chess::Key start = chess::Position().key();
  write({raw_entry(start, code("e2e4"), 1), raw_entry(start, code("e2e5"), 1),
         raw_entry(~0ULL, code("e2e5"), 1)});
  const auto book = LoadedBook::load(path_).value();
  const MoveCheck found = check_moves(book, ReachedPositions(book));
  EXPECT_EQ(found.reached, 1U);
  EXPECT_EQ(found.unreached, 1U);
  EXPECT_THAT(found.illegal_moves, FieldsAre(1, 16));
}

TEST_F(BookCheck, NamesCastlingThatIsWrittenAsTheKingsMove) {
  write(castling_book("e1g1"));
  const auto book = LoadedBook::load(path_).value();
  const MoveCheck found = check_moves(book, ReachedPositions(book));
  EXPECT_EQ(found.illegal_moves.count, 0U);
  EXPECT_EQ(found.king_castlings.count, 1U);
  write(castling_book("e1h1"));
  const auto other = LoadedBook::load(path_).value();
  EXPECT_EQ(check_moves(other, ReachedPositions(other)).king_castlings.count, 0U);
}

TEST_F(BookCheck, GivesCastlingItsUsualCodeWhereTheWalkGets) {
  std::vector<RawEntry> book = castling_book("e1g1", 3);
  book.push_back(raw_entry(before_castling().key(), code("e1h1"), 4, 9));
  book.push_back(raw_entry(~2ULL, code("e1g1"), 1));
  write(book);
  const auto games = [](const LoadedBook&) { return Result<BookGames>(BookGames()); };
  const RepairReport report = repair_book(path_, path_, games).value();
  EXPECT_EQ(report.castlings, 1U);
  EXPECT_EQ(report.joined, 1U);
  std::vector<RawEntry> expected = castling_book("e1h1", 7);
  std::ranges::find(expected, before_castling().key(), &RawEntry::key)->learn = 9;
  expected.push_back(raw_entry(~2ULL, code("e1g1"), 1));
  const auto left = LoadedBook::load(path_).value();
  EXPECT_TRUE(std::ranges::equal(left.entries(), expected));
  EXPECT_EQ(repair_book(path_, path_, games)->castlings, 0U);
}

TEST_F(BookCheck, CountsACodeThatIsNoMoveOnce) {
  const chess::Key start = chess::Position().key();
  const RecordCheck records = check({raw_entry(start, code("e2e5"), 1), raw_entry(start, 0x5001, 1)});
  const auto book = LoadedBook::load(path_).value();
  EXPECT_EQ(records.impossible_moves.count, 1U);
  EXPECT_EQ(check({raw_entry(start, 0x5001, 1), raw_entry(start, 0x5001, 1)}).impossible_moves.count, 1U)
      << "the other is the move's second entry";
  EXPECT_EQ(check_moves(book, ReachedPositions(book)).illegal_moves.count, 1U);
}

TEST_F(BookCheck, ReportsAHeaderThatCannotBeRead) {
  EXPECT_TRUE(check({raw_entry(0, 1, 1), raw_entry(1, 796, 1)}).header_error);
  ASSERT_TRUE(write_bin_book(path_, {raw_entry(1, 796, 1)}, BookHeader{}));
  EXPECT_TRUE(check_records(path_)->header);
}

TEST_F(BookCheck, GuessesWhoWroteTheLearnFields) {
  struct Fields {
    std::uint32_t first;
    std::uint32_t second;
    LearnLayout layout;
  };
  for (const auto& [first, second, layout] :
       {Fields{0, 0, LearnLayout::none}, Fields{0x00030006, 0x00010000, LearnLayout::polyglot},
        Fields{0x00000002, 0x00010000, LearnLayout::xboard},
        Fields{0xdaff1400, 0x12001500, LearnLayout::prodeo},
        // after very many games
        Fields{0xffffffff, 0xfffeff00, LearnLayout::polyglot},
        Fields{0x0001ffff, 0x7002ff00, LearnLayout::unknown}})
    EXPECT_EQ(check({raw_entry(1, 1, 1, first), raw_entry(2, 1, 1, second)}).learn, layout) << first;
}

TEST_F(BookCheck, RepairSortsJoinsAndDropsTheRest) {
  (void)check({raw_entry(5, 1, 3), raw_entry(4, 2, 1), raw_entry(5, 2, 9), raw_entry(0, 9, 9),
               raw_entry(5, 1, 65534, 8), raw_entry(1, 1, 1)},
              1);
  EXPECT_THAT(repair(), ElementsAre(raw_entry(4, 2, 1), raw_entry(5, 1, 65535, 8), raw_entry(5, 2, 9)));
  EXPECT_EQ(report_.records, 3U);
  EXPECT_EQ(report_.joined, 1U);
  EXPECT_EQ(report_.dropped, 1U);
}

TEST_F(BookCheck, RepairLeavesASoundBookAsItIs) {
  const auto book = make_random_book({.games = 50, .damage = 100000});
  ASSERT_TRUE(write_bin_book(path_, book, BookHeader{.comment = "kept"}));
  const Bytes before = read_file(path_);
  (void)repair();
  EXPECT_EQ(read_file(path_), before);
}

TEST_F(BookCheck, NothingIsLeftToRepairAfterwards) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    auto book = make_random_book({.seed = seed, .damage = 1});
    std::ranges::reverse(book);
    (void)check(book, seed % 16);
    (void)repair();
    EXPECT_EQ(check_records(path_)->repairable(), 0U) << seed;
  }
}

}  // namespace
}  // namespace polyglot::book::test
