// SPDX-License-Identifier: MIT
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

/// The records that hold a text, as any program may have written it.
std::vector<RawEntry> records_of(std::string text) {
  text.resize((text.size() + 7) / 8 * 8, '\0');
  std::vector<RawEntry> records;
  for (std::size_t i = 0; i < text.size(); i += 8) {
    const auto bytes = test::bytes_of(std::string(8, '\0') + text.substr(i, 8));
    records.push_back(decode_entry(std::span(bytes).first<kRecordSize>()));
  }
  return records;
}

TEST(BookHeader, IsReadInEveryVersion) {
  const std::pair<const char*, BookHeader> headers[] = {
      {"@PG@\n1.0\n2\n1\nnormal\nDescription, copyright etc",
       {"1.0", {"normal"}, "Description, copyright etc"}},
      // the older form without a field count
      {"@PG@\n1.0\n2\nnormal\n3check\nby me\nin two lines",
       {"1.0", {"normal", "3check"}, "by me\nin two lines"}},
      // fields of a later version
      {"@PG@\n1.7\n5\n1\nnormal\nnew\n\nnewest\ncomment",
       {"1.7", {"normal"}, "comment", {"new", "", "newest"}}}};
  for (const auto& [text, header] : headers)
    EXPECT_EQ(parse_header(records_of(text)).value(), header) << text;
  EXPECT_EQ(make_header(headers[2].second).value(), records_of(headers[2].first));
}

TEST(BookHeader, ReadsBackWhatItWroteAtEveryLengthOfComment) {
  for (std::size_t length = 0; length < 40; ++length) {
    const BookHeader header{"1.0", {"normal", "fischerandom"}, std::string(length, 'x')};
    EXPECT_EQ(parse_header(make_header(header).value()).value(), header);
  }
}

TEST(BookHeader, RefusesWhatItCouldNotReadBack) {
  EXPECT_FALSE(make_header({.version = ""}));
  EXPECT_FALSE(make_header({.variants = {}}));
  EXPECT_FALSE(make_header({.variants = {"nor\nmal"}}));
  EXPECT_FALSE(make_header({.comment = std::string("a\0b", 3)}));
  EXPECT_FALSE(make_header({.extra_fields = {"ne\nw"}}));
}

TEST(BookHeader, RefusesTextThatIsNoHeader) {
  for (const char* text : {"", "@PH@\n1.0\n2\n1\nnormal\n", "@PG@", "@PG@\n1.0\n", "@PG@\n1.0\nx\n",
                           "@PG@\n1.0\n1\n1\nnormal\n", "@PG@\n1.0\n999999999\nnormal\n",
                           "@PG@\n1.0\n999999999\n2\nnormal\n", "@PG@\n1.0\n99999999999999999999999\n"})
    EXPECT_FALSE(parse_header(records_of(text))) << text;
}

class ClosingRecord : public test::BookFileTest {
 protected:
  const RawEntry first_ = raw_entry(5, test::code("e2e4"), 3);
  const RawEntry second_ = raw_entry(7, test::code("d2d4"), 2);
};

TEST_F(ClosingRecord, IsNotCounted) {
  const std::string path = write({first_, second_, kClosingRecord});
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
  EXPECT_EQ(check_records(write({first_, kClosingRecord, first_})).value().unsorted.count, 1U);
}

TEST_F(ClosingRecord, AloneIsAnEmptyBook) {
  const auto book = BinBook::open(write({kClosingRecord})).value();
  EXPECT_EQ(book->size(), 0U);
  EXPECT_THAT(book->take_trouble().value().what, ::testing::HasSubstr("holds no moves"));
}

TEST_F(ClosingRecord, StaysAtTheEndOfBooksThatAreMerged) {
  const std::vector<MergeInput> books{{write({second_, kClosingRecord})},
                                      {write("b.bin", {first_, kClosingRecord})},
                                      {write("c.bin", {first_})}};
  const MergeReport report = merge_books(books, MergeRule::maximum, folder_ / "out.bin").value();
  EXPECT_EQ(report.positions, 2U);
  EXPECT_EQ(report.records, 2U);
  EXPECT_EQ(read_file(folder_ / "out.bin"), bytes_of({{first_, second_, kClosingRecord}}));
}

TEST_F(ClosingRecord, StaysWhereABookIsEdited) {
  write({first_, kClosingRecord});
  const auto edit = [&](const BookEdit& change) {
    const auto place = [](const BookEdit&) { return std::string(); };
    return edit_book(path_, path_, [&](BookEditor& editor) { return editor.apply({&change, 1}, place); });
  };
  const BookEdit add{
      .action = BookEdit::Action::add, .move = second_.move, .weight = second_.weight, .key = 7};
  ASSERT_TRUE(edit(add).has_value());
  EXPECT_EQ(read_file(path_), bytes_of({{first_, second_, kClosingRecord}}));
  EXPECT_FALSE(edit({.action = BookEdit::Action::clear, .key = kClosingRecord.key}).has_value());
}

TEST_F(ClosingRecord, StaysBehindAnotherHeader) {
  write({first_, kClosingRecord});
  const auto header = [](const auto&) { return std::optional(BookHeader{.variants = {"atomic"}}); };
  ASSERT_TRUE(replace_header(path_, header, path_));
  EXPECT_EQ(LoadedBook::load(path_).value().parsed_header().value().value().variants,
            std::vector<std::string>{"atomic"});
  const auto none = [](const auto&) { return std::nullopt; };
  ASSERT_TRUE(replace_header(path_, none, path_));
  EXPECT_EQ(read_file(path_), bytes_of({{first_, kClosingRecord}}));
}

TEST_F(ClosingRecord, ComesToTheEndOfABookThatIsMended) {
  const std::string path = write({kClosingRecord, second_, first_});
  EXPECT_EQ(check_records(path).value().unsorted.count, 2U);
  const RepairReport report = repair_book(path, path).value();
  EXPECT_EQ(report.records, 2U);
  EXPECT_EQ(read_file(path), bytes_of({{first_, second_, kClosingRecord}}));
}

TEST_F(ClosingRecord, IsFollowedByLeftoversThatDoNotCountTwice) {
  const RawEntry other = {.key = second_.key, .move = second_.move, .weight = 40};
  const std::string path = write({first_, second_, kClosingRecord, first_, other, kClosingRecord});
  const RepairReport report = repair_book(path, path).value();
  EXPECT_EQ(report.leftovers, 2U) << "a move, and the closing record";
  EXPECT_EQ(report.joined, 1U);
  RawEntry sum = second_;
  sum.weight += 40;
  EXPECT_EQ(read_file(path), bytes_of({{first_, sum, kClosingRecord}}));
}

TEST_F(ClosingRecord, IsADifferenceOfItsOwn) {
  const auto diff = [](const std::string& a, const std::string& b) {
    return diff_books(a, b, [](const RecordDiff&) { return Error{"no record differs"}; }).value();
  };
  const std::string open = write({first_});
  const std::string closed = write("b.bin", {first_, kClosingRecord});
  EXPECT_TRUE(diff(open, closed).closings_differ);
  EXPECT_FALSE(diff(open, closed).equal());
  EXPECT_TRUE(diff(closed, closed).equal());
}

TEST_F(ClosingRecord, HidesNoDifferenceOfItsKey) {
  const RawEntry other = {.key = kClosingRecord.key, .move = 1, .weight = 1};
  const std::string a = write({first_, kClosingRecord});
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
