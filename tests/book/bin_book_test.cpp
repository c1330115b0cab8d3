// SPDX-License-Identifier: MIT
#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/os/faults.hpp>

#include "book/book_files.hpp"

namespace polyglot::book {
namespace {

constexpr chess::Key kGreatestKey = std::numeric_limits<chess::Key>::max();

using BinBookTest = test::BookFileTest;

TEST_F(BinBookTest, FindsTheFirstAMiddleAndTheLastKey) {
  const RawEntry first{.key = 1, .move = 1};
  const RawEntry middle{.key = 500, .move = 2};
  const RawEntry last{.key = kGreatestKey, .move = 3};
  const auto book = open({last, first, middle});
  EXPECT_EQ(book->size(), 3U);
  EXPECT_EQ(book->path(), path_);
  EXPECT_EQ(book->header().value(), std::nullopt);
  EXPECT_THAT(book->find(1).value(), ElementsAre(first));
  EXPECT_THAT(book->find(500).value(), ElementsAre(middle));
  EXPECT_THAT(book->find(kGreatestKey).value(), ElementsAre(last));
}

/// A sorted book of several pages: keys 1000, 2000, and so on.
std::vector<RawEntry> spaced_records(std::size_t count) {
  std::vector<RawEntry> entries(count);
  for (std::size_t i = 0; i < count; ++i) entries[i].key = 1000 * (i + 1);
  return entries;
}

TEST_F(BinBookTest, LooksInMemoryAndAsksTheSystemForNoMoreThanItsSize) {
  const auto book = open(spaced_records(10'000));
  int calls = 0;
  const os::FaultInjection counting([&](os::Call) {
    ++calls;
    return os::Fault{};
  });
  for (chess::Key key = 1; key <= 10'001'001; key += 99'995) {
    const auto found = book->find(key);
    EXPECT_EQ(key % 1000 == 0 && key <= 10'000'000, !found.value().empty()) << key;
    EXPECT_EQ(std::exchange(calls, 0), found->empty() ? 0 : 1) << key;
  }
}

TEST_F(BinBookTest, RefusesMoreRecordsOfOneKeyThanAnyPositionCanHave) {
  EXPECT_THAT(open(std::vector<RawEntry>(100000, {.key = 5}))->find(5).error().to_string(),
              HasSubstr("65536"));
}

TEST_F(BinBookTest, FindsTheMovesOfAPosition) {
  const chess::Key start = chess::Position().key();
  const auto book = open({test::entry("", "d2d4", 1), test::entry("", "e2e4", 2), test::entry("", "e2e5", 4),
                          test::raw_entry(start + 1, test::code("c2c4"), 8)});
  EXPECT_EQ(book->find(chess::Position()).total_weight, 7U);
  EXPECT_THAT(test::weighed_moves(*book, chess::Position()), ElementsAre("e2e4 2", "d2d4 1"));
  EXPECT_THAT(book->find(test::position_after("e2e4")).moves, IsEmpty());
  EXPECT_EQ(book->take_trouble(), std::nullopt);
}

TEST_F(BinBookTest, DoesNotCountTheHeaderAsMoves) {
  const BookHeader header{.comment = "Made of ten games"};
  const RawEntry entry{.key = 77, .move = 5, .weight = 1};
  const auto book = open({entry}, header);
  EXPECT_EQ(book->size(), 1U);
  EXPECT_EQ(book->header().value(), header);
  EXPECT_THAT(book->find(0).value(), IsEmpty());
  EXPECT_THAT(book->find(77).value(), ElementsAre(entry));
  EXPECT_THAT(book->read(0, 1).value(), ElementsAre(entry));
}

TEST_F(BinBookTest, StaysUsableWithADamagedHeader) {
  write({{.key = 0, .move = 1}, {.key = 9}});
  const auto book = BinBook::open(path_).value();
  EXPECT_EQ(book->size(), 1U);
  ASSERT_FALSE(book->header());
  EXPECT_EQ(book->header().error().where, path_);
  EXPECT_THAT(book->find(9).value(), SizeIs(1));
}

TEST_F(BinBookTest, RefusesAHeaderWithoutEnd) {
  std::vector<RawEntry> entries(70000);
  entries.push_back({.key = 9});
  write(entries);
  EXPECT_FALSE(BinBook::open(path_).value()->header());
}

TEST_F(BinBookTest, KeepsTheBookItOpenedWhenTheFileIsReplaced) {
  const auto old = open({{.key = 1, .weight = 1}});
  const auto replaced = open({{.key = 1, .weight = 2}, {.key = 2, .weight = 2}});
  EXPECT_EQ(old->find(1).value().at(0).weight, 1);
  EXPECT_EQ(replaced->find(1).value().at(0).weight, 2);
  std::filesystem::remove(path_);
  EXPECT_EQ(old->find(1).value().at(0).weight, 1);
}

TEST_F(BinBookTest, ReadsWhatTheSystemGivesInPieces) {
  const auto book = open({{.key = 1, .weight = 5}, {.key = 2, .weight = 6}});
  const os::FaultInjection faults(
      [](os::Call call) { return call == os::Call::read ? os::Fault{.most = 3} : os::Fault{}; });
  EXPECT_EQ(book->find(2).value().at(0).weight, 6);
}

}  // namespace
}  // namespace polyglot::book
