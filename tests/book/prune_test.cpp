// SPDX-License-Identifier: MIT
#include <algorithm>

#include <gmock/gmock.h>

#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/merge.hpp>
#include <polyglot/book/prune.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/book/reached.hpp>

#include "book/book_files.hpp"
#include "book/random_book.hpp"

namespace polyglot::book::test {
namespace {

using chess::Color;
using ::testing::ElementsAre;
using Entries = std::vector<RawEntry>;

class BookPruning : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const Entries& entries) {
    write_file(folder_.file(name), bytes_of(entries));
    return folder_.file(name);
  }
  [[nodiscard]] static Entries read(const std::string& path) {
    return BinBookReader::open(path).value().read_all().value();
  }
  /// The entries that remain of a book.
  Entries prune(const Entries& entries, const PruneRule& rule) {
    const std::string out = folder_.file("pruned.bin");
    report_ = prune_book(write("book.bin", entries), rule, {}, out).value();
    return read(out);
  }
  static RawEntry entry(std::string_view moves, std::string_view move, std::uint16_t weight = 1) {
    return raw_entry(position_after(moves).key(), code(move), weight);
  }
  static Entries sorted(Entries entries) {
    std::ranges::stable_sort(entries, {}, &RawEntry::key);
    return entries;
  }

  TempFolder folder_;
  PruneReport report_;
};

TEST_F(BookPruning, DropsWhatIsLight) {
  const Entries book{raw_entry(1, 1, 60), raw_entry(1, 2, 30), raw_entry(1, 3, 10), raw_entry(2, 1, 5)};
  EXPECT_THAT(prune(book, {.min_weight = 30}), ElementsAre(book[0], book[1]));
  EXPECT_EQ(report_.light, 2U);
  EXPECT_EQ(report_.positions, 1U);
  EXPECT_THAT(prune(book, {.min_share = 30}), ElementsAre(book[0], book[1], book[3]));
  EXPECT_THAT(prune({raw_entry(1, 1, 0)}, {.min_share = 1}), ElementsAre());
}

TEST_F(BookPruning, KeepsTheHeaviestInTheirOrder) {
  const Entries book{raw_entry(1, 1, 5), raw_entry(1, 2, 7), raw_entry(1, 3, 5), raw_entry(2, 1, 0)};
  EXPECT_THAT(prune(book, {.most_moves = 2}), ElementsAre(book[0], book[1], book[3]));
  EXPECT_EQ(report_.excess, 1U);
}

TEST_F(BookPruning, SubtractsACastlingThatIsWrittenInAnotherWay) {
  for (const auto& [castling, other] : {std::pair("e1g1", "e1h1"), std::pair("e1h1", "e1g1")}) {
    const std::string subtracted = write("other.bin", {raw_entry(before_castling().key(), code(other), 1)});
    EXPECT_EQ(prune(castling_book(castling), {.subtract = subtracted}).size(), 3U);
  }
}

TEST_F(BookPruning, SubtractsTheMovesOfAnotherBook) {
  const Entries book{raw_entry(1, 1, 5), raw_entry(1, 2, 7), raw_entry(3, 3, 5)};
  const std::string other = write("other.bin", {raw_entry(1, 2, 1), raw_entry(2, 3, 1), raw_entry(3, 3, 9)});
  EXPECT_THAT(prune(book, {.subtract = other}), ElementsAre(book[0]));
  EXPECT_EQ(report_.subtracted, 2U);
}

TEST_F(BookPruning, KeepsHeaderAndClosingRecord) {
  Entries book = make_header({.comment = "kept"}).value();
  const Entries header = book;
  book.push_back(raw_entry(5, 1, 1));
  book.push_back(kClosingRecord);
  for (const bool by_games : {false, true}) {
    const Entries left = prune(book, {.min_weight = 2, .drop_unreached = by_games});
    ASSERT_EQ(left.size(), header.size() + 1);
    EXPECT_TRUE(std::ranges::equal(header, std::span(left).first(header.size())));
    EXPECT_EQ(left.back(), kClosingRecord);
    EXPECT_EQ(report_.kept, 0U);
  }
}

TEST_F(BookPruning, FollowsGamesForPliesColoursAndWhatIsReached) {
  const RawEntry e4 = entry("", "e2e4");
  const RawEntry e5 = entry("e2e4", "e7e5");
  const RawEntry nf3 = entry("e2e4 e7e5", "g1f3");
  const RawEntry far = entry("a2a3 a7a6 h2h3", "h7h6");
  const Entries book = sorted({e4, e5, nf3, far});
  EXPECT_EQ(prune(book, {.drop_unreached = true}), sorted({e4, e5, nf3}));
  EXPECT_EQ(report_.unreached, 1U);
  EXPECT_EQ(prune(book, {.max_ply = 2}), sorted({e4, e5}));
  EXPECT_EQ(report_.late, 1U);
  EXPECT_EQ(prune(book, {.color = Color::black}), sorted({e5}));
  EXPECT_EQ(prune(book, {.color = Color::white}), sorted({e4, nf3}));
  EXPECT_EQ(report_.other_color, 1U);
}

TEST_F(BookPruning, DropsWhatOnlyDroppedMovesLeadTo) {
  const RawEntry e4 = entry("", "e2e4", 9);
  const RawEntry a3 = entry("", "a2a3", 1);
  const RawEntry a6 = entry("a2a3", "a7a6");
  const RawEntry h3 = entry("a2a3 a7a6", "h2h3");
  const RawEntry h6 = entry("a2a3 a7a6 h2h3", "h7h6");
  // 1.a3 is not in the book any more; one move beside the book may be played all the same.
  EXPECT_EQ(prune(sorted({e4, a3, a6, h3, h6}), {.most_moves = 1, .drop_unreached = true}),
            sorted({e4, a6, h3, h6}));
  EXPECT_EQ(prune(sorted({e4, a3, h3, h6}), {.most_moves = 1, .drop_unreached = true}), sorted({e4, h3, h6}));
  EXPECT_EQ(prune(sorted({e4, a3, h6}), {.most_moves = 1, .drop_unreached = true}), sorted({e4}));
}

}  // namespace
}  // namespace polyglot::book::test
