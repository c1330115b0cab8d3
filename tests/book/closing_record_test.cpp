// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/check.hpp>
#include <polyglot/book/diff.hpp>
#include <polyglot/book/editor.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/merge.hpp>
#include <polyglot/book/raw_entry.hpp>

#include "book/book_files.hpp"

/// XBoard's record at the end of a book: it is kept, but it is not shown or counted.
namespace polyglot::book {
namespace {

using test::bytes_of;
using test::raw_entry;
using test::read_file;
using ::testing::ElementsAre;

class ClosingRecord : public ::testing::Test {
 protected:
  std::string write(const char* name, const std::vector<RawEntry>& entries) const {
    test::write_file(folder_.file(name), bytes_of(entries));
    return folder_.file(name);
  }

  const RawEntry first_ = raw_entry(5, test::code("e2e4"), 3);
  const RawEntry second_ = raw_entry(7, test::code("d2d4"), 2);
  test::TempFolder folder_;
};

TEST_F(ClosingRecord, IsNotCounted) {
  const std::string path = write("a.bin", {first_, second_, kClosingRecord});
  const auto book = BinBook::open(path).value();
  EXPECT_EQ(book->size(), 2U);
  EXPECT_FALSE(book->take_trouble().has_value());
  EXPECT_TRUE(book->find(kClosingRecord.key).value().empty());
  EXPECT_THAT(LoadedBook::load(path).value().entries(), ElementsAre(first_, second_));
  const RecordCheck check = check_records(path).value();
  EXPECT_EQ(check.records, 2U);
  EXPECT_EQ(check.positions, 2U);
  EXPECT_EQ(check.impossible_moves.count, 0U);
  EXPECT_EQ(check.zero_weights.count, 0U);
}

TEST_F(ClosingRecord, IsTheLastInOrder) {
  EXPECT_EQ(check_records(write("a.bin", {first_, kClosingRecord, first_})).value().unsorted.count, 1U);
}

TEST_F(ClosingRecord, AloneIsAnEmptyBook) {
  const auto book = BinBook::open(write("a.bin", {kClosingRecord})).value();
  EXPECT_EQ(book->size(), 0U);
  EXPECT_THAT(book->take_trouble().value().what, ::testing::HasSubstr("holds no moves"));
}

TEST_F(ClosingRecord, StaysAtTheEndOfBooksThatAreMerged) {
  const std::vector<MergeInput> books{{write("a.bin", {second_, kClosingRecord})},
                                      {write("b.bin", {first_, kClosingRecord})},
                                      {write("c.bin", {first_})}};
  const MergeReport report = merge_books(books, MergeRule::maximum, folder_.file("out.bin")).value();
  EXPECT_EQ(report.positions, 2U);
  EXPECT_EQ(report.records, 2U);
  EXPECT_EQ(read_file(folder_.file("out.bin")), bytes_of({{first_, second_, kClosingRecord}}));
}

TEST_F(ClosingRecord, StaysWhereABookIsEdited) {
  const std::string path = write("a.bin", {first_, kClosingRecord});
  const auto edit = [&](const BookEdit& change) {
    return edit_book(path, path, [&](BookEditor& editor) { return editor.apply(change); });
  };
  const BookEdit add{
      .action = BookEdit::Action::add, .move = second_.move, .weight = second_.weight, .key = 7};
  ASSERT_TRUE(edit(add).has_value());
  EXPECT_EQ(read_file(path), bytes_of({{first_, second_, kClosingRecord}}));
  EXPECT_FALSE(edit({.action = BookEdit::Action::clear, .key = kClosingRecord.key}).has_value());
}

TEST_F(ClosingRecord, StaysBehindAnotherHeader) {
  const std::string path = write("a.bin", {first_, kClosingRecord});
  const auto header = [](const auto&) { return std::optional(BookHeader{.variants = {"atomic"}}); };
  ASSERT_TRUE(replace_header(path, header, path).has_value());
  EXPECT_EQ(read_header(path).value().value().variants, std::vector<std::string>{"atomic"});
  ASSERT_TRUE(replace_header(
                  path, [](const auto&) { return std::nullopt; }, path)
                  .has_value());
  EXPECT_EQ(read_file(path), bytes_of({{first_, kClosingRecord}}));
}

TEST_F(ClosingRecord, ComesToTheEndOfABookThatIsMended) {
  const std::string path = write("a.bin", {kClosingRecord, second_, first_});
  EXPECT_EQ(check_records(path).value().unsorted.count, 2U);
  const RepairReport report = repair_book(path, path).value();
  EXPECT_EQ(report.records, 2U);
  EXPECT_EQ(read_file(path), bytes_of({{first_, second_, kClosingRecord}}));
}

TEST_F(ClosingRecord, IsFollowedByLeftoversThatDoNotCountTwice) {
  const RawEntry other = {.key = second_.key, .move = second_.move, .weight = 40};
  const std::string path = write("a.bin", {first_, second_, kClosingRecord, first_, other, kClosingRecord});
  const RepairReport report = repair_book(path, path).value();
  EXPECT_EQ(report.leftovers, 2U) << "a move, and the closing record";
  EXPECT_EQ(report.joined, 1U);
  const RawEntry sum = {.key = second_.key,
                        .move = second_.move,
                        .weight = static_cast<std::uint16_t>(second_.weight + 40),
                        .learn = second_.learn};
  EXPECT_EQ(read_file(path), bytes_of({{first_, sum, kClosingRecord}}));
}

TEST_F(ClosingRecord, IsADifferenceOfItsOwn) {
  const auto diff = [](const std::string& a, const std::string& b) {
    return diff_books(a, b, [](const RecordDiff&) { return Error{"no record differs"}; }).value();
  };
  const std::string open = write("a.bin", {first_});
  const std::string closed = write("b.bin", {first_, kClosingRecord});
  EXPECT_TRUE(diff(open, closed).closings_differ);
  EXPECT_FALSE(diff(open, closed).equal());
  EXPECT_TRUE(diff(closed, closed).equal());
}

TEST_F(ClosingRecord, HidesNoDifferenceOfItsKey) {
  const RawEntry other = {.key = kClosingRecord.key, .move = 1, .weight = 1};
  const std::string a = write("a.bin", {first_, kClosingRecord});
  const std::string b = write("b.bin", {first_, kClosingRecord, other});
  std::vector<RecordDiff> found;
  const auto note = [&found](const RecordDiff& difference) -> Result<void> {
    found.push_back(difference);
    return {};
  };
  const auto counts = diff_books(a, b, note);
  ASSERT_TRUE(counts);
  EXPECT_FALSE(counts->closings_differ);
  EXPECT_EQ(counts->positions_only_b, 1U);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().b, other);
}

}  // namespace
}  // namespace polyglot::book
