// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/diff.hpp>
#include <polyglot/book/header.hpp>

#include "book/book_files.hpp"
#include "book/random_book.hpp"

namespace polyglot::book::test {
namespace {

using Entries = std::vector<RawEntry>;

class BookDiff : public ::testing::Test {
 protected:
  DiffCounts diff(const Entries& a, const Entries& b) {
    write_file(folder_.file("a"), bytes_of(a));
    write_file(folder_.file("b"), bytes_of(b));
    seen_.clear();
    return diff_books(folder_.file("a"), folder_.file("b"),
                      [this](const RecordDiff& difference) {
                        seen_.push_back(difference);
                        return Result<void>();
                      })
        .value();
  }

  [[nodiscard]] Result<void> give_header(std::string_view from, const std::optional<BookHeader>& header,
                                         std::string_view to) const {
    const auto change = [&header](const std::optional<BookHeader>&) { return header; };
    return replace_header(folder_.file(from), change, folder_.file(to));
  }

  TempFolder folder_;
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
  write_file(folder_.file("a"), bytes_of(book));
  ASSERT_TRUE(give_header("a", BookHeader{.comment = "x"}, "b"));
  const auto ignore = [](const RecordDiff&) { return Result<void>(); };
  const auto counts = diff_books(folder_.file("a"), folder_.file("b"), ignore).value();
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
  write_file(folder_.file("a"), bytes_of(book));
  ASSERT_TRUE(give_header("a", BookHeader{.comment = "x"}, "a"));
  EXPECT_EQ(read_header(folder_.file("a")).value()->comment, "x");
  ASSERT_TRUE(give_header("a", std::nullopt, "a"));
  EXPECT_EQ(read_file(folder_.file("a")), bytes_of(book));
}

}  // namespace
}  // namespace polyglot::book::test
