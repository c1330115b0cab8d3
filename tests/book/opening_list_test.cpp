// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <polyglot/book/book_source.hpp>
#include <polyglot/game/notation.hpp>

#include "book/book_files.hpp"

namespace polyglot::book {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class OpeningListTest : public testing::Test {
 protected:
  [[nodiscard]] std::unique_ptr<BookSource> pgn(std::string_view text) const {
    test::write_file(path_, test::bytes_of(text));
    return open_book(path_, BookFormat::pgn).value();
  }
  [[nodiscard]] std::unique_ptr<BookSource> epd(std::string_view text) const {
    test::write_file(path_, test::bytes_of(text));
    return open_book(path_, BookFormat::epd).value();
  }
  /// "e2e4 2": moves with their weights.
  static std::vector<std::string> moves_in(const BookSource& book, const chess::Position& position) {
    std::vector<std::string> texts;
    for (const BookMove& move : book.find(position).moves)
      texts.push_back(game::to_uci(position, move.move, chess::CastlingNotation::king_to_destination) + " " +
                      std::to_string(move.weight));
    return texts;
  }

  test::TempFolder folder_;
  std::string path_ = folder_.file("list");
};

TEST_F(OpeningListTest, WeighsMovesOfGamesByFrequency) {
  const auto list = pgn("1. e4 e5 *\n\n1. d4 *\n\n1. e4 c5 *\n");
  EXPECT_EQ(list->format(), BookFormat::pgn);
  EXPECT_THAT(moves_in(*list, chess::Position()), ElementsAre("e2e4 2", "d2d4 1"));
  EXPECT_THAT(moves_in(*list, test::position_after("e2e4")), ElementsAre("e7e5 1", "c7c5 1"));
  EXPECT_THAT(moves_in(*list, test::position_after("e2e4 e7e5")), IsEmpty());
  EXPECT_EQ(list->size(), 4U);
  EXPECT_EQ(list->take_trouble(), std::nullopt);
}

TEST_F(OpeningListTest, BeginsWhereItsGamesDo) {
  const std::string fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  const auto list = pgn("[FEN \"" + fen + "\"]\n\n1. e4 *\n\n[Variant \"Atomic\"]\n\n1. d4 *\n");
  EXPECT_THAT(moves_in(*list, test::position(fen)), ElementsAre("e2e4 1"));
  EXPECT_THAT(moves_in(*list, chess::Position()), IsEmpty()) << "of another variant";
  EXPECT_EQ(list->starts().size(), 2U) << "that of chess, too";
}

/// The suites of match organisers have this form.
TEST_F(OpeningListTest, TakesGamesOfAFenAloneForPositions) {
  const std::string fen = test::position_after("e2e4 e7e5").to_fen();
  const std::string game = "[FEN \"" + fen + "\"]\n[SetUp \"1\"]\n[Result \"*\"]\n\n*\n\n";
  const auto list = pgn(game + game);
  EXPECT_THAT(moves_in(*list, test::position_after("e2e4")), ElementsAre("e7e5 2"));
  EXPECT_EQ(list->size(), 1U);
  EXPECT_EQ(list->take_trouble(), std::nullopt);
  const auto positions = epd(fen + "\n" + fen + "\n");
  EXPECT_EQ(moves_in(*list, test::position_after("e2e4")),
            moves_in(*positions, test::position_after("e2e4")));
  EXPECT_EQ(list->starts().size(), positions->starts().size());
}

TEST_F(OpeningListTest, PlaysAGameUpToAWrongMoveAndSaysSo) {
  const auto list = pgn("1. e4 e5 *\n\n1. e4 Kd4 *\n");
  EXPECT_THAT(moves_in(*list, chess::Position()), ElementsAre("e2e4 2"));
  EXPECT_THAT(list->take_trouble()->to_string(), HasSubstr("list:3: "));
  EXPECT_EQ(list->take_trouble(), std::nullopt);
}

TEST_F(OpeningListTest, PlaysBestMovesOfPositionsAndMovesThatLeadToThem) {
  const auto list =
      epd("# openings\n"
          "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\r\n\n"
          "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3 Bc4!; id \"a; bm d4\";\n"
          "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2; sm g1f3");
  EXPECT_EQ(list->format(), BookFormat::epd);
  EXPECT_THAT(moves_in(*list, chess::Position()), ElementsAre("e2e4 1"));
  EXPECT_THAT(moves_in(*list, test::position_after("e2e4")), ElementsAre("e7e5 2"));
  EXPECT_THAT(moves_in(*list, test::position_after("e2e4 e7e5")), ElementsAre("g1f3 2", "f1c4 1"));
  EXPECT_EQ(list->take_trouble(), std::nullopt);
}

TEST_F(OpeningListTest, SaysWhichLineIsNoPosition) {
  const auto list = epd("8/8/8/8/8/8/k7/7K w - - bm Kh9;\nnothing\n");
  EXPECT_THAT(list->take_trouble()->to_string(),
              testing::AllOf(HasSubstr("list:1: \"Kh9\" is no legal move"), HasSubstr("2 openings")));
}

TEST_F(OpeningListTest, OfNothingHasNothingToPlay) {
  for (const auto& list : {pgn(""), epd("\n")}) {
    EXPECT_EQ(list->size(), 0U);
    EXPECT_THAT(list->take_trouble()->to_string(), HasSubstr("has no openings"));
  }
}

}  // namespace
}  // namespace polyglot::book
