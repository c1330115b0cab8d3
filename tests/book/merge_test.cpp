// SPDX-License-Identifier: MIT
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/diff.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/merge.hpp>
#include <polyglot/book/prune.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/book/reached.hpp>

#include "book/book_files.hpp"
#include "book/random_book.hpp"

namespace polyglot::book::test {
namespace {

using chess::Color;

using Entries = std::vector<RawEntry>;

class Merge : public BookFileTest {
 protected:
  Entries merge(const std::vector<MergeInput>& books, MergeRule rule = MergeRule::sum,
                MergeBy by = MergeBy::weight) {
    report_ = merge_books(books, rule, out(), {}, by).value();
    const auto book = LoadedBook::load(out()).value();
    return {book.entries().begin(), book.entries().end()};
  }

  [[nodiscard]] std::string out() const { return folder_ / "out.bin"; }

  MergeReport report_;
};

TEST_F(Merge, AddsWeightsAndKeepsTheOrderAndLearnFieldsOfTheFirst) {
  const auto a = write("a", {raw_entry(1, 1, 5, 7), raw_entry(1, 2, 5), raw_entry(3, 1, 1)});
  const auto b = write("b", {raw_entry(1, 3, 1), raw_entry(1, 1, 10, 9), raw_entry(2, 1, 4, 6)});
  EXPECT_THAT(merge({{a}, {b}}), ElementsAre(raw_entry(1, 1, 15, 7), raw_entry(1, 2, 5), raw_entry(1, 3, 1),
                                             raw_entry(2, 1, 4, 6), raw_entry(3, 1, 1)));
  EXPECT_EQ(report_.positions, 3U);
  EXPECT_EQ(report_.records, 5U);
}

TEST_F(Merge, LeavesRecordsOfOneMoveInOneBookApart) {
  const auto a = write("a", {raw_entry(1, 1, 5), raw_entry(1, 2, 5), raw_entry(1, 1, 6)});
  const auto b =
      write("b", {raw_entry(1, 3, 1), raw_entry(1, 1, 10), raw_entry(1, 1, 20), raw_entry(1, 3, 2)});
  EXPECT_THAT(merge({{a}, {b}}), ElementsAre(raw_entry(1, 1, 35), raw_entry(1, 2, 5), raw_entry(1, 1, 6),
                                             raw_entry(1, 3, 1), raw_entry(1, 3, 2)));
}

TEST_F(Merge, KnowsACastlingThatBooksWriteInTwoWays) {
  const chess::Key key = before_castling().key();
  const auto only_there = [key](Entries entries) {
    std::erase_if(entries, [key](const RawEntry& entry) { return entry.key != key; });
    return entries;
  };
  const auto a = write("a", castling_book("e1g1", 5));
  const auto b = write("b", castling_book("e1h1", 7));
  EXPECT_THAT(only_there(merge({{a}, {b}})), ElementsAre(raw_entry(key, code("e1h1"), 12)));
  EXPECT_THAT(only_there(merge({{b}, {a}})), ElementsAre(raw_entry(key, code("e1h1"), 12)));
  EXPECT_THAT(only_there(merge({{a}, {a}})), ElementsAre(raw_entry(key, code("e1g1"), 10)));
  // The position is not known, so the piece may be a rook.
  const auto c = write("c", {raw_entry(5, code("e1g1"), 1)});
  const auto d = write("d", {raw_entry(5, code("e1h1"), 1)});
  EXPECT_THAT(merge({{c}, {d}}), ElementsAre(raw_entry(5, code("e1g1"), 1), raw_entry(5, code("e1h1"), 1)));
}

TEST_F(Merge, ScalesAllWeightsOfAPositionWhereOneIsTooHigh) {
  const auto a = write("a", {raw_entry(1, 1, 60000), raw_entry(1, 2, 45000), raw_entry(1, 3, 1),
                             raw_entry(1, 4, 0), raw_entry(2, 1, 65530)});
  const auto b = write("b", {raw_entry(1, 1, 60000), raw_entry(1, 2, 45000), raw_entry(2, 1, 5)});
  EXPECT_THAT(merge({{a}, {b}}), ElementsAre(raw_entry(1, 1, 65535), raw_entry(1, 2, 49151),
                                             raw_entry(1, 3, 1), raw_entry(1, 4, 0), raw_entry(2, 1, 65535)));
  EXPECT_EQ(report_.scaled, 1U);
}

TEST_F(Merge, AddsSharesSoThatBooksCountAlike) {
  const auto a = write("a", {raw_entry(1, 1, 60000), raw_entry(1, 2, 20000), raw_entry(3, 1, 0)});
  const auto b = write("b", {raw_entry(1, 2, 1), raw_entry(1, 3, 1), raw_entry(2, 1, 7)});
  EXPECT_THAT(merge({{a}, {b}}, MergeRule::sum, MergeBy::share),
              ElementsAre(raw_entry(1, 1, 3750), raw_entry(1, 2, 3750), raw_entry(1, 3, 2500),
                          raw_entry(2, 1, 10000), raw_entry(3, 1, 0)));
  EXPECT_THAT(merge({{a}, {b, 3}}, MergeRule::sum, MergeBy::share),
              ElementsAre(raw_entry(1, 1, 1875), raw_entry(1, 2, 4375), raw_entry(1, 3, 3750),
                          raw_entry(2, 1, 10000), raw_entry(3, 1, 0)));
  EXPECT_THAT(merge({{a}, {b}}, MergeRule::maximum, MergeBy::share),
              ElementsAre(raw_entry(1, 1, 4286), raw_entry(1, 2, 2857), raw_entry(1, 3, 2857),
                          raw_entry(2, 1, 10000), raw_entry(3, 1, 0)));
  EXPECT_EQ(report_.scaled, 0U);
}

TEST_F(Merge, BySharesKeepsMovesOfTheSmallestShare) {
  const auto a = write("a", {raw_entry(1, 1, 65535), raw_entry(1, 2, 1)});
  const auto b = write("b", {raw_entry(1, 3, 1)});
  EXPECT_THAT(merge({{a}, {b, 0}}, MergeRule::sum, MergeBy::share),
              ElementsAre(raw_entry(1, 1, 10000), raw_entry(1, 2, 1), raw_entry(1, 3, 0)));
}

TEST_F(Merge, FollowsItsRule) {
  const auto a = write("a", {raw_entry(1, 1, 10), raw_entry(1, 2, 4), raw_entry(2, 1, 8)});
  const auto b = write("b", {raw_entry(1, 1, 31), raw_entry(1, 3, 6)});
  const auto c = write("c", {raw_entry(1, 2, 5)});
  const std::vector<MergeInput> books{{a}, {b}, {c}};
  EXPECT_THAT(merge(books, MergeRule::sum),
              ElementsAre(raw_entry(1, 1, 41), raw_entry(1, 2, 9), raw_entry(1, 3, 6), raw_entry(2, 1, 8)));
  EXPECT_THAT(merge(books, MergeRule::maximum),
              ElementsAre(raw_entry(1, 1, 31), raw_entry(1, 2, 5), raw_entry(1, 3, 6), raw_entry(2, 1, 8)));
  EXPECT_THAT(merge(books, MergeRule::mean),
              ElementsAre(raw_entry(1, 1, 14), raw_entry(1, 2, 3), raw_entry(1, 3, 2), raw_entry(2, 1, 8)));
  EXPECT_THAT(merge(books, MergeRule::first),
              ElementsAre(raw_entry(1, 1, 10), raw_entry(1, 2, 4), raw_entry(2, 1, 8)));
}

TEST_F(Merge, MultipliesWeightsByFactorsWithoutLosingMoves) {
  const auto a = write("a", {raw_entry(1, 1, 10), raw_entry(1, 2, 1), raw_entry(1, 3, 0)});
  const auto b = write("b", {raw_entry(1, 1, 10), raw_entry(2, 1, 7)});
  EXPECT_THAT(merge({{a, 0.25}, {b, 3}}),
              ElementsAre(raw_entry(1, 1, 33), raw_entry(1, 2, 1), raw_entry(1, 3, 0), raw_entry(2, 1, 21)));
  EXPECT_THAT(merge({{a, 0}, {b}}),
              ElementsAre(raw_entry(1, 1, 10), raw_entry(1, 2, 0), raw_entry(1, 3, 0), raw_entry(2, 1, 7)));
}

TEST_F(Merge, KeepsTheFirstHeaderOnly) {
  const BookHeader first{.comment = "first"};
  ASSERT_TRUE(write_bin_book(folder_ / "a", {raw_entry(1, 1, 1)}));
  ASSERT_TRUE(write_bin_book(folder_ / "b", {raw_entry(1, 1, 1)}, first));
  ASSERT_TRUE(write_bin_book(folder_ / "c", {raw_entry(1, 1, 1)}, BookHeader{.comment = "second"}));
  EXPECT_THAT(merge({{folder_ / "a", 5}, {folder_ / "b", 5}, {folder_ / "c", 5}}),
              ElementsAre(raw_entry(1, 1, 15)));
  EXPECT_EQ(LoadedBook::load(out()).value().parsed_header().value(), first);
}

TEST_F(Merge, RefusesHeadersOfDifferentVariants) {
  const std::string a = folder_ / "a";
  const std::string b = folder_ / "b";
  ASSERT_TRUE(write_bin_book(a, {raw_entry(1, 1, 1)}, BookHeader{.variants = {"crazyhouse"}}));
  ASSERT_TRUE(write_bin_book(b, {raw_entry(1, 1, 1)}, BookHeader{.variants = {"atomic"}}));
  const auto merged = merge_books(std::vector<MergeInput>{{a}, {b}}, MergeRule::sum, out());
  EXPECT_EQ(merged.error().to_string(), b + ": is for atomic, " + a +
                                            " for crazyhouse, their headers say: books of different variants "
                                            "cannot be merged");
}

TEST_F(Merge, MayReplaceOneOfItsBooks) {
  const auto a = write("out.bin", {raw_entry(1, 1, 1)});
  const auto b = write("b", {raw_entry(2, 1, 1)});
  EXPECT_THAT(merge({{a}, {b}}), ElementsAre(raw_entry(1, 1, 1), raw_entry(2, 1, 1)));
}

TEST_F(Merge, RefusesABookThatIsNotSortedAndWritesNothing) {
  const auto a = write("a", {raw_entry(1, 1, 1)});
  const auto b = write("b", {raw_entry(2, 1, 1), raw_entry(1, 1, 1)});
  const auto refused = merge_books(std::vector<MergeInput>{{a}, {b}}, MergeRule::sum, out());
  EXPECT_THAT(refused.error().to_string(),
              AllOf(HasSubstr(b + ": offset 16"), HasSubstr("check-book --repair")));
  EXPECT_FALSE(std::filesystem::exists(out()));
}

class BookDiff : public BookFileTest {
 protected:
  DiffCounts diff(const Entries& a, const Entries& b) {
    seen_.clear();
    return diff_books(write("a", a), write("b", b),
                      [this](const RecordDiff& difference) {
                        seen_.push_back(difference);
                        return Result<void>();
                      })
        .value();
  }

  [[nodiscard]] Result<void> give_header(std::string_view from, const std::optional<BookHeader>& header,
                                         std::string_view to) const {
    const auto change = [&header](const std::optional<BookHeader>&) { return header; };
    return replace_header(folder_ / from, change, folder_ / to);
  }

  std::vector<RecordDiff> seen_;
};

TEST_F(BookDiff, NamesWhatIsInOneBookOnlyAndWhatHasChanged) {
  const auto counts =
      diff({raw_entry(1, 1, 5), raw_entry(2, 1, 5), raw_entry(2, 2, 6), raw_entry(4, 1, 1, 3)},
           {raw_entry(2, 2, 7), raw_entry(2, 3, 1), raw_entry(3, 1, 1), raw_entry(4, 1, 1, 4)});
  EXPECT_EQ(counts.positions_only_a, 1U);
  EXPECT_EQ(counts.positions_only_b, 1U);
  EXPECT_EQ(counts.moves_only_a, 2U);
  EXPECT_EQ(counts.moves_only_b, 2U);
  EXPECT_EQ(counts.changed, 2U);
  ASSERT_EQ(seen_.size(), 6U);
  EXPECT_EQ(seen_[0].a, raw_entry(1, 1, 5));
  EXPECT_FALSE(seen_[0].b);
  EXPECT_EQ(seen_[2].a, raw_entry(2, 2, 6));
  EXPECT_EQ(seen_[2].b, raw_entry(2, 2, 7));
  EXPECT_FALSE(seen_[3].a);
  EXPECT_EQ(seen_[3].b, raw_entry(2, 3, 1));
}

TEST_F(BookDiff, KnowsACastlingThatBooksWriteInTwoWays) {
  EXPECT_TRUE(diff(castling_book("e1g1"), castling_book("e1h1")).equal());
  const auto counts = diff(castling_book("e1g1", 5), castling_book("e1h1", 6));
  EXPECT_EQ(counts.changed, 1U);
  EXPECT_EQ(counts.moves_only_a + counts.moves_only_b, 0U);
  EXPECT_EQ(diff({raw_entry(5, code("e1g1"), 1)}, {raw_entry(5, code("e1h1"), 1)}).moves_only_a, 1U)
      << "nobody knows the position";
}

TEST_F(BookDiff, DoesNotMindTheOrderOfMoves) {
  EXPECT_TRUE(
      diff({raw_entry(1, 1, 5), raw_entry(1, 2, 6)}, {raw_entry(1, 2, 6), raw_entry(1, 1, 5)}).equal());
}

TEST_F(BookDiff, ComparesHeaders) {
  const Entries book = make_random_book({});
  write("a", book);
  ASSERT_TRUE(give_header("a", BookHeader{.comment = "x"}, "b"));
  const auto ignore = [](const RecordDiff&) { return Result<void>(); };
  const auto counts = diff_books(folder_ / "a", folder_ / "b", ignore).value();
  EXPECT_TRUE(counts.headers_differ);
  EXPECT_EQ(counts.moves_only_a + counts.moves_only_b + counts.changed, 0U);
  EXPECT_FALSE(counts.equal());
}

TEST_F(BookDiff, OfABookWithItselfIsEmpty) {
  const Entries book = make_random_book({.games = 100, .damage = 1});
  EXPECT_TRUE(diff(book, book).equal());
}

TEST_F(BookDiff, ReplacingTheHeaderKeepsTheMoves) {
  const Entries book = make_random_book({});
  write("a", book);
  ASSERT_TRUE(give_header("a", BookHeader{.comment = "x"}, "a"));
  EXPECT_EQ(LoadedBook::load(folder_ / "a").value().parsed_header().value()->comment, "x");
  ASSERT_TRUE(give_header("a", std::nullopt, "a"));
  EXPECT_EQ(read_file(folder_ / "a"), bytes_of(book));
}

class BookPruning : public BookFileTest {
 protected:
  /// The entries that remain of a book.
  Entries prune(const Entries& entries, const PruneRule& rule) {
    const std::string out = folder_ / "pruned.bin";
    report_ = prune_book(write(entries), rule, {}, out).value();
    return read_entries(out);
  }

  PruneReport report_;
};

TEST_F(BookPruning, DropsWhatIsLight) {
  const Entries book{raw_entry(1, 1, 60), raw_entry(1, 2, 30), raw_entry(1, 3, 10), raw_entry(2, 1, 5)};
  EXPECT_THAT(prune(book, {.min_weight = 30}), ElementsAre(book[0], book[1]));
  EXPECT_EQ(report_.light, 2U);
  EXPECT_EQ(report_.positions, 1U);
  EXPECT_THAT(prune(book, {.min_share = 30}), ElementsAre(book[0], book[1], book[3]));
  EXPECT_THAT(prune({raw_entry(1, 1, 0), raw_entry(2, 1, 1)}, {.min_share = 1}),
              ElementsAre(raw_entry(2, 1, 1)));
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
