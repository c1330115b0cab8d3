// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <polyglot/book/header.hpp>

#include "book/book_files.hpp"

namespace polyglot::book {
namespace {

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

TEST(BookHeader, ReadsTheDocumentedExample) {
  const auto header = parse_header(records_of("@PG@\n1.0\n2\n1\nnormal\nDescription, copyright etc"));
  ASSERT_TRUE(header) << header.error().to_string();
  EXPECT_EQ(*header, (BookHeader{"1.0", {"normal"}, "Description, copyright etc"}));
}

TEST(BookHeader, ReadsTheOlderFormWithoutFieldCount) {
  const auto header = parse_header(records_of("@PG@\n1.0\n2\nnormal\n3check\nby me\nin two lines"));
  ASSERT_TRUE(header) << header.error().to_string();
  EXPECT_EQ(*header, (BookHeader{"1.0", {"normal", "3check"}, "by me\nin two lines"}));
}

TEST(BookHeader, KeepsFieldsOfLaterVersions) {
  const auto records = records_of("@PG@\n1.7\n5\n1\nnormal\nnew\n\nnewest\ncomment");
  const auto header = parse_header(records);
  ASSERT_TRUE(header) << header.error().to_string();
  EXPECT_EQ(*header, (BookHeader{"1.7", {"normal"}, "comment", {"new", "", "newest"}}));
  EXPECT_EQ(make_header(*header).value(), records);
}

TEST(BookHeader, ReadsBackWhatItWroteAtEveryLengthOfComment) {
  for (std::size_t length = 0; length < 40; ++length) {
    const BookHeader header{"1.0", {"normal", "fischerandom"}, std::string(length, 'x')};
    const auto records = make_header(header);
    ASSERT_TRUE(records);
    const auto again = parse_header(*records);
    ASSERT_TRUE(again) << again.error().to_string();
    EXPECT_EQ(*again, header);
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

}  // namespace
}  // namespace polyglot::book
