// SPDX-License-Identifier: MIT
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/book_source.hpp>

#include "book/book_files.hpp"

namespace polyglot::book {
namespace {

using namespace std::string_view_literals;
using test::weighed_moves;

class OpenBook : public testing::Test {
 protected:
  /// A file of these bytes.
  [[nodiscard]] const std::string& file(std::string_view content) const {
    test::write_file(path_, test::bytes_of(content));
    return path_;
  }

  polyglot::test::TemporaryFolder folder_;
  std::string path_ = folder_ / "book";
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

class OpeningListTest : public OpenBook {
 protected:
  [[nodiscard]] std::unique_ptr<BookSource> pgn(std::string_view text) const {
    return open_book(file(text), BookFormat::pgn).value();
  }
  [[nodiscard]] std::unique_ptr<BookSource> epd(std::string_view text) const {
    return open_book(file(text), BookFormat::epd).value();
  }
};

TEST_F(OpeningListTest, WeighsMovesOfGamesByFrequency) {
  const auto list = pgn("1. e4 e5 *\n\n1. d4 *\n\n1. e4 c5 *\n");
  EXPECT_EQ(list->format(), BookFormat::pgn);
  EXPECT_THAT(weighed_moves(*list, chess::Position()), ElementsAre("e2e4 2", "d2d4 1"));
  EXPECT_THAT(weighed_moves(*list, test::position_after("e2e4")), ElementsAre("e7e5 1", "c7c5 1"));
  EXPECT_THAT(weighed_moves(*list, test::position_after("e2e4 e7e5")), IsEmpty());
  EXPECT_EQ(list->size(), 4U);
  EXPECT_EQ(list->take_trouble(), std::nullopt);
}

TEST_F(OpeningListTest, BeginsWhereItsGamesDo) {
  const std::string fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  const auto list = pgn("[FEN \"" + fen + "\"]\n\n1. e4 *\n\n[Variant \"Atomic\"]\n\n1. d4 *\n");
  EXPECT_THAT(weighed_moves(*list, test::position(fen)), ElementsAre("e2e4 1"));
  EXPECT_THAT(weighed_moves(*list, chess::Position()), IsEmpty()) << "of another variant";
  EXPECT_EQ(list->starts().size(), 2U) << "that of chess, too";
}

/// The suites of match organisers have this form.
TEST_F(OpeningListTest, TakesGamesOfAFenAloneForPositions) {
  const std::string fen = test::position_after("e2e4 e7e5").to_fen();
  const std::string game = "[FEN \"" + fen + "\"]\n[SetUp \"1\"]\n[Result \"*\"]\n\n*\n\n";
  const auto list = pgn(game + game);
  EXPECT_THAT(weighed_moves(*list, test::position_after("e2e4")), ElementsAre("e7e5 2"));
  EXPECT_EQ(list->size(), 1U);
  EXPECT_EQ(list->take_trouble(), std::nullopt);
  const auto positions = epd(fen + "\n" + fen + "\n");
  EXPECT_EQ(weighed_moves(*list, test::position_after("e2e4")),
            weighed_moves(*positions, test::position_after("e2e4")));
  EXPECT_EQ(list->starts().size(), positions->starts().size());
}

TEST_F(OpeningListTest, PlaysAGameUpToAWrongMoveAndSaysSo) {
  const auto list = pgn("1. e4 e5 *\n\n1. e4 Kd4 *\n");
  EXPECT_THAT(weighed_moves(*list, chess::Position()), ElementsAre("e2e4 2"));
  EXPECT_THAT(list->take_trouble()->to_string(), HasSubstr("book:3: "));
  EXPECT_EQ(list->take_trouble(), std::nullopt);
}

TEST_F(OpeningListTest, PlaysBestMovesOfPositionsAndMovesThatLeadToThem) {
  const auto list =
      epd("# openings\n"
          "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\r\n\n"
          "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3 Bc4!; id \"a; bm d4\";\n"
          "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2; sm g1f3");
  EXPECT_EQ(list->format(), BookFormat::epd);
  EXPECT_THAT(weighed_moves(*list, chess::Position()), ElementsAre("e2e4 1"));
  EXPECT_THAT(weighed_moves(*list, test::position_after("e2e4")), ElementsAre("e7e5 2"));
  EXPECT_THAT(weighed_moves(*list, test::position_after("e2e4 e7e5")), ElementsAre("g1f3 2", "f1c4 1"));
  EXPECT_EQ(list->take_trouble(), std::nullopt);
}

TEST_F(OpeningListTest, SaysWhichLineIsNoPosition) {
  const auto list = epd("8/8/8/8/8/8/k7/7K w - - bm Kh9;\nnothing\n");
  EXPECT_THAT(list->take_trouble()->to_string(),
              testing::AllOf(HasSubstr("book:1: \"Kh9\" is no legal move"), HasSubstr("2 openings")));
}

TEST_F(OpeningListTest, OfNothingHasNothingToPlay) {
  for (const auto& list : {pgn(""), epd("\n")}) {
    EXPECT_EQ(list->size(), 0U);
    EXPECT_THAT(list->take_trouble()->to_string(), HasSubstr("has no "));
  }
}

}  // namespace
}  // namespace polyglot::book
