// SPDX-License-Identifier: MIT
// What dump-book and info-book write is compared with Polyglot 2.0.4 in tests/tools.
#include <algorithm>

#include <gtest/gtest.h>

#include <polyglot/book/lines.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/chess/notation.hpp>

#include "book/book_files.hpp"
#include "book/random_book.hpp"

namespace polyglot::book::test {
namespace {

using chess::Color;

LoadedBook load(const TempFolder& folder, std::vector<RawEntry> entries) {
  std::ranges::stable_sort(entries, {}, &RawEntry::key);
  write_file(folder.file("book.bin"), bytes_of(entries));
  return LoadedBook::load(folder.file("book.bin")).value();
}

RawEntry entry(std::string_view moves, std::string_view move, std::uint16_t weight = 1) {
  return {.key = position_after(moves).key(), .move = code(move), .weight = weight};
}

std::vector<BookLine> lines(const LoadedBook& book, Color side) {
  std::vector<BookLine> all;
  const auto counts = visit_lines(book, side, [&](const BookLine& line) {
    all.push_back(line);
    all.back().steps = {};
    return Result<void>();
  });
  EXPECT_EQ(counts.value().lines, all.size());
  return all;
}

TEST(BookLines, NameWhereACycleBegan) {
  const TempFolder folder;
  const auto book = load(folder, {entry("", "g1f3"), entry("g1f3 g8f6", "f3g1")});
  const auto found = lines(book, Color::white);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].end, LineEnd::cycle);
  EXPECT_EQ(found[0].met.ply, 0U);
}

TEST(BookLines, NameWhereATranspositionWasMet) {
  const TempFolder folder;
  const auto book = load(folder, {entry("", "d2d4", 2), entry("", "g1f3"), entry("d2d4 d7d5", "g1f3"),
                                  entry("g1f3 d7d5", "d2d4")});
  const auto found = lines(book, Color::white);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].end, LineEnd::out_of_book);
  EXPECT_EQ(found[1].end, LineEnd::transposition);
  EXPECT_EQ(found[1].met.line, 1U);
  EXPECT_EQ(found[1].met.ply, 3U);
}

TEST(BookLines, MayHaveThousandsOfMoves) {
  const TempFolder folder;
  const auto book =
      load(folder, make_random_book({.seed = 3, .games = 1, .plies = 5000, .choices = 9, .damage = 100000}));
  std::size_t longest = 0;
  const auto counts = visit_lines(book, Color::white, [&](const BookLine& line) {
    longest = std::max(longest, line.steps.size());
    return Result<void>();
  });
  EXPECT_GT(longest, 300U);
  EXPECT_GT(counts->positions, 150U);
}

TEST(BookLines, EndWithTheFirstErrorOfTheSink) {
  const TempFolder folder;
  const auto book = load(folder, make_random_book({}));
  int calls = 0;
  const auto stopped = visit_lines(book, Color::white, [&](const BookLine&) -> Result<void> {
    ++calls;
    return Error{"enough"};
  });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(calls, 1);
}

TEST(LoadedBook, FindsWhatIsThereAndNothingElse) {
  const TempFolder folder;
  const auto book = load(folder, make_random_book({.games = 200}));
  for (const RawEntry& record : book.entries()) {
    const auto found = book.find(record.key);
    ASSERT_NE(std::ranges::find(found, record), found.end());
    ASSERT_TRUE(std::ranges::all_of(found, [&](const RawEntry& other) { return other.key == record.key; }));
    ASSERT_TRUE(book.find(record.key + 1).empty() || book.find(record.key + 1).front().key == record.key + 1);
  }
  EXPECT_TRUE(book.find(0).empty());
}

TEST(LoadedBook, MayBeEmpty) {
  const TempFolder folder;
  const auto book = load(folder, {});
  EXPECT_TRUE(book.find(1).empty());
  EXPECT_EQ(book.position_count(), 0U);
  EXPECT_TRUE(lines(book, Color::white).empty());
}

TEST(ReachedPositions, AreThoseOfTheKeys) {
  const TempFolder folder;
  const auto book = load(folder, make_random_book({.games = 100}));
  const ReachedPositions reached(book);
  std::size_t found = 0;
  chess::Key last = 0;
  for (const RawEntry& record : book.entries()) {
    if (std::exchange(last, record.key) == record.key) continue;
    const auto position = reached.find(record.key);
    if (!position) continue;
    ++found;
    ASSERT_EQ(position->key(), record.key);
  }
  EXPECT_EQ(found, reached.size());
  EXPECT_GT(found, book.position_count() / 2);
}

TEST(ReachedPositions, IncludeRepliesToMovesOfTheBookOnly) {
  const TempFolder folder;
  const auto book =
      load(folder, {entry("", "e2e4"), entry("e2e4 e7e5", "g1f3"), entry("e2e4 e7e5 b1c3 b8c6", "f1c4"),
                    entry("e2e4 e7e5 g1f3 b8c6", "f1b5")});
  const ReachedPositions reached(book);
  EXPECT_TRUE(reached.find(position_after("e2e4 e7e5 g1f3 b8c6").key()));
  EXPECT_FALSE(reached.find(position_after("e2e4 e7e5 b1c3 b8c6").key()));
  EXPECT_EQ(count_reachable(book, Color::white), 4U);
}

TEST(Reachable, IncludeTheStartAsLinesDoIfNoneOfItsMovesIsPlayed) {
  const TempFolder folder;
  for (const RawEntry& unplayable : {entry("", "e2e4", 0), entry("", "e2e5", 1)}) {
    const auto book = load(folder, {unplayable, entry("e2e4", "e7e5"), entry("e2e4 e7e5", "g1f3")});
    const auto ignore = [](const BookLine&) { return Result<void>(); };
    EXPECT_EQ(visit_lines(book, Color::white, ignore)->positions, 1U);
    EXPECT_EQ(count_reachable(book, Color::white), 2U);
    EXPECT_EQ(count_reachable(book, Color::black), 1U);
  }
}

TEST(Reachable, LeaveOutAStartThatTheBookDoesNotHave) {
  const TempFolder folder;
  EXPECT_EQ(count_reachable(load(folder, {entry("e2e4 e7e5", "g1f3")}), Color::white), 1U);
}

}  // namespace
}  // namespace polyglot::book::test
