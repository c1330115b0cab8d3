// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <iterator>

#include <gmock/gmock.h>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/merge.hpp>

#include "book/book_files.hpp"
#include "book/random_book.hpp"

namespace polyglot::book::test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Entries = std::vector<RawEntry>;

class Merge : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const Entries& entries) {
    write_file(folder_.file(name), bytes_of(entries));
    return folder_.file(name);
  }

  Entries merge(const std::vector<MergeInput>& books, MergeRule rule = MergeRule::sum,
                MergeBy by = MergeBy::weight) {
    report_ = merge_books(books, rule, out(), {}, by).value();
    const auto book = LoadedBook::load(out()).value();
    return {book.entries().begin(), book.entries().end()};
  }

  [[nodiscard]] std::string out() const { return folder_.file("out.bin"); }

  TempFolder folder_;
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
  const auto only_there = [key](const Entries& entries) {
    Entries found;
    std::ranges::copy_if(entries, std::back_inserter(found), [key](const auto& e) { return e.key == key; });
    return found;
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
  ASSERT_TRUE(write_bin_book(folder_.file("a"), {raw_entry(1, 1, 1)}));
  ASSERT_TRUE(write_bin_book(folder_.file("b"), {raw_entry(1, 1, 1)}, first));
  ASSERT_TRUE(write_bin_book(folder_.file("c"), {raw_entry(1, 1, 1)}, BookHeader{.comment = "second"}));
  EXPECT_THAT(merge({{folder_.file("a"), 5}, {folder_.file("b"), 5}, {folder_.file("c"), 5}}),
              ElementsAre(raw_entry(1, 1, 15)));
  EXPECT_EQ(read_header(out()).value(), first);
}

TEST_F(Merge, RefusesHeadersOfDifferentVariants) {
  const std::string a = folder_.file("a");
  const std::string b = folder_.file("b");
  ASSERT_TRUE(write_bin_book(a, {raw_entry(1, 1, 1)}, BookHeader{.variants = {"crazyhouse"}}));
  ASSERT_TRUE(write_bin_book(b, {raw_entry(1, 1, 1)}, BookHeader{.variants = {"atomic"}}));
  const auto merged = merge_books(std::vector<MergeInput>{{a}, {b}}, MergeRule::sum, out());
  ASSERT_FALSE(merged);
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
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().to_string(),
              AllOf(HasSubstr(b + ": offset 16"), HasSubstr("check-book --repair")));
  EXPECT_FALSE(std::filesystem::exists(out()));
}

}  // namespace
}  // namespace polyglot::book::test
