// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/book_source.hpp>

#include "book/book_files.hpp"

namespace polyglot::book {
namespace {

using namespace std::string_view_literals;
using testing::HasSubstr;

class OpenBook : public testing::Test {
 protected:
  /// A file of these bytes.
  [[nodiscard]] const std::string& file(std::string_view content) const {
    test::write_file(path_, test::bytes_of(content));
    return path_;
  }

  test::TempFolder folder_;
  std::string path_ = folder_.file("book");
};

TEST_F(OpenBook, TellsFormatsByContent) {
  std::string crafty("\0\0\2\0"sv);
  crafty.append(508, '\xff');
  const std::string crafty_of_few_moves(512, '\xff');
  const std::string zeros(512, '\0');
  std::string crafty_of_zeros = zeros;
  crafty_of_zeros.replace(300, 4, "\0\0\2\0"sv);
  std::string damaged_crafty = crafty;
  damaged_crafty.replace(8, 4, "\1\2\3\4");
  const std::pair<std::string_view, BookFormat> starts[] = {
      {""sv, BookFormat::polyglot},
      {"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\0\1\0\0\0\0"sv, BookFormat::polyglot},
      {crafty, BookFormat::crafty},
      {crafty_of_few_moves, BookFormat::crafty},
      {crafty_of_zeros, BookFormat::crafty},
      {damaged_crafty, BookFormat::crafty},
      {zeros, BookFormat::polyglot},
      {"\3ABK\x70\x62\0\0"sv, BookFormat::abk},
      {"\3AB2\x70\x62\0\0"sv, BookFormat::abk},
      {"\0\x20\x10\0\0\1\0\1"sv, BookFormat::ctg},
      {"[Event \"?\"]\n"sv, BookFormat::pgn},
      {"\xef\xbb\xbf\n[White \"?\"]\n"sv, BookFormat::pgn},
      {"1. e4 e5 *\n"sv, BookFormat::pgn},
      {"; by hand\n% old\n{of\nall} [Event \"?\"]\n"sv, BookFormat::pgn},
      {"8/8/8/8/8/8/k7/7K w - - bm Kh2;\n"sv, BookFormat::epd},
      {"# my openings\n\n8/8/8/8/8/8/k7/7K w - -\n"sv, BookFormat::epd},
  };
  for (const auto& [start, format] : starts) EXPECT_EQ(recognise_format(file(start)).value(), format);
}

TEST_F(OpenBook, SaysWhatElseAFileIs) {
  EXPECT_THAT(open_book(file("\x1f\x8b\x08...")).error().to_string(),
              HasSubstr("book: is a gzip archive: unpack it"));
  EXPECT_THAT(open_book(file("\0\x10\0\1"sv)).error().to_string(),
              HasSubstr("is an index of a ChessBase book: give the .ctg file beside it"));
  EXPECT_THAT(open_book(file("Dear book,\n")).error().to_string(), HasSubstr("is a text file"));
}

TEST_F(OpenBook, OpensWhatItRecognises) {
  ASSERT_TRUE(write_bin_book(path_, {test::raw_entry(chess::Position().key(), test::code("e2e4"), 1)}));
  const auto book = open_book(path_).value();
  EXPECT_EQ(book->format(), BookFormat::polyglot);
  EXPECT_EQ(book->path(), path_);
  EXPECT_EQ(book->find(chess::Position()).moves.size(), 1U);
}

TEST_F(OpenBook, BelievesTheFormatThatItIsGiven) {
  EXPECT_THAT(open_book(file(""), BookFormat::polyglot).value()->take_trouble()->to_string(),
              HasSubstr("is empty"));
}

TEST_F(OpenBook, KnowsEachFormatByItsName) {
  for (const BookFormat format : {BookFormat::polyglot, BookFormat::crafty, BookFormat::abk, BookFormat::ctg,
                                  BookFormat::pgn, BookFormat::epd})
    EXPECT_EQ(book_format(name_of(format)), format);
  EXPECT_EQ(book_format("CTG"), BookFormat::ctg);
  EXPECT_EQ(book_format("auto"), std::nullopt);
}

}  // namespace
}  // namespace polyglot::book
