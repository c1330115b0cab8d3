// SPDX-License-Identifier: MIT
#include <polyglot/analysis/positions.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/game/notation.hpp>

#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::analysis::test {
namespace {

class PositionsTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string write(const std::string& text) const {
    polyglot::test::write_text(folder_ / "games.pgn", text);
    return folder_ / "games.pgn";
  }

  struct WeightedMove {
    std::vector<std::string> line;  ///< to its position
    std::string move;
    std::uint16_t weight = 1;
  };
  [[nodiscard]] std::unique_ptr<book::BookSource> book_of(const std::vector<WeightedMove>& moves) const {
    std::vector<book::RawEntry> entries;
    for (const auto& [line, move, weight] : moves) {
      game::Position position;
      for (const std::string& played : line) position.make(*game::move_from_uci(position, played));
      const auto code = book::encode_move(std::get<chess::Move>(*game::move_from_uci(position, move)));
      entries.push_back({.key = position.key(), .move = code, .weight = weight});
    }
    EXPECT_TRUE(book::write_bin_book(folder_ / "book.bin", entries));
    return book::open_book(folder_ / "book.bin").value();
  }

  /// All positions, heaviest first: their lines and weights.
  [[nodiscard]] std::vector<std::string> lines() const {
    std::vector<std::string> all;
    for (const std::uint32_t node : positions_.by_weight()) {
      Positions::Line line = positions_.line(node);
      std::string text;
      for (const game::Move& move : line.moves) {
        text += game::to_san(line.start, move) + " ";
        line.start.make(move);
      }
      EXPECT_EQ(line.start.key(), positions_.nodes()[node].key);
      EXPECT_EQ(line.moves.size(), positions_.nodes()[node].ply);
      all.push_back(text + std::to_string(positions_.nodes()[node].weight).substr(0, 4));
    }
    return all;
  }

  [[nodiscard]] bool has(const game::Position& position) const {
    for (std::uint32_t node = 0; node < positions_.nodes().size(); ++node)
      if (positions_.position(node).to_fen() == position.to_fen()) return true;
    return false;
  }

  polyglot::test::TemporaryFolder folder_;
  Positions positions_;
};

TEST_F(PositionsTest, CountsGames) {
  const std::string games = write("1. e4 e5 2. Nf3 *\n\n1. Nf3 e5 2. e4 *\n\n1. e4 c5 *\n");
  EXPECT_EQ(positions_.add_games(games).value().all, 3U);
  EXPECT_THAT(lines(), ElementsAre("3.00", "e4 2.00", "e4 e5 Nf3 2.00", "e4 e5 1.00", "Nf3 1.00",
                                   "Nf3 e5 1.00", "e4 c5 1.00"));
}

TEST_F(PositionsTest, ReadsGamesUpToAPly) {
  ASSERT_TRUE(positions_.add_games(write("1. e4 e5 2. Nf3 *\n"), 1));
  EXPECT_THAT(lines(), ElementsAre("1.00", "e4 1.00"));
}

TEST_F(PositionsTest, CountsTheStartsOfGamesWithoutMoves) {
  const std::string games = write(
      "[Event \"1\"]\n\n*\n\n[FEN \"not a position\"]\n\n1. e4 *\n\n"
      "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n*\n");
  EXPECT_EQ(positions_.add_games(games).value().all, 3U);
  EXPECT_THAT(lines(), ElementsAre("1.00", "1.00"));
}

TEST_F(PositionsTest, LeavesOutGamesOfVariants) {
  const std::string games =
      write("[Variant \"Atomic\"]\n\n1. e4 e5 *\n\n[Variant \"Chess960\"]\n\n1. d4 *\n");
  const auto counts = positions_.add_games(games).value();
  EXPECT_EQ(counts.all, 2U);
  EXPECT_EQ(counts.of_variants, 1U);
  EXPECT_THAT(lines(), ElementsAre("1.00", "d4 1.00"));
}

TEST_F(PositionsTest, KeepsPositionsOfOneKeyApart) {
  // They differ only in the rook that may castle.
  const auto outer = chess::Position::from_fen("4k3/8/8/8/8/8/8/R1R1K3 w A - 0 1").value();
  const auto inner = chess::Position::from_fen("4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1").value();
  ASSERT_EQ(outer.key(), inner.key());
  for (const chess::Position& position : {outer, inner, outer, inner, inner})
    positions_.add_line(position, {});
  EXPECT_THAT(lines(), ElementsAre("3.00", "2.00"));
  for (const chess::Position& position : {outer, inner}) EXPECT_TRUE(has(position)) << position.to_fen();
}

TEST_F(PositionsTest, FollowsABookByProbability) {
  const std::string games = write("1. e4 e5 *\n\n1. e4 c5 *\n\n1. e4 c5 *\n\n1. d4 *\n");
  positions_.add_book(*book::open_book(games).value());
  EXPECT_THAT(lines(), ElementsAre("1.00", "e4 0.75", "e4 c5 0.50", "d4 0.25", "e4 e5 0.25"));
}

TEST_F(PositionsTest, AddsWhatOnlyRepliesThatABookLacksReach) {
  // 1... c5 is not a move of the book, and neither is 2... a6 after it.
  const auto book = book_of({{{}, "e2e4"},
                             {{"e2e4"}, "e7e5"},
                             {{"e2e4", "c7c5"}, "g1f3"},
                             {{"e2e4", "c7c5", "b1c3"}, "b8c6", 2},
                             {{"e2e4", "c7c5", "b1c3", "a7a6"}, "d2d4"}});
  const auto loaded = book::LoadedBook::load(folder_ / "book.bin").value();
  positions_.add_book(*book);
  EXPECT_THAT(lines(), ElementsAre("1.00", "e4 1.00", "e4 e5 1.00"));
  positions_.add_reached(*book, loaded, {});
  EXPECT_EQ(positions_.nodes().size(), 9U) << "three more with moves, and those after the moves";
  for (const Positions::Node& node : positions_.nodes().subspan(3)) EXPECT_LT(node.weight, 1e-6);
  const auto expect = [&](const std::vector<std::string>& line, bool is_there) {
    game::Position position;
    for (const std::string& move : line) position.make(*game::move_from_uci(position, move));
    EXPECT_EQ(has(position), is_there) << line.back();
  };
  expect({"e2e4", "c7c5", "g1f3"}, true);
  expect({"e2e4", "c7c5", "b1c3", "b8c6"}, true);
  expect({"e2e4", "c7c5", "b1c3", "a7a6", "d2d4"}, true);
  positions_.add_reached(*book, loaded, {});
  EXPECT_EQ(positions_.nodes().size(), 9U) << "none twice";
  positions_ = {};
  positions_.add_reached(*book, loaded, {}, 3);
  expect({"e2e4", "c7c5", "b1c3"}, true);
  expect({"e2e4", "c7c5", "b1c3", "b8c6"}, false);
}

TEST_F(PositionsTest, FollowsRepliesOfTheOtherSideOnly) {
  // The book answers 2. Nc3, which it does not play.
  positions_.add_book(
      *book_of({{{}, "e2e4"}, {{"e2e4", "c7c5"}, "g1f3"}, {{"e2e4", "c7c5", "b1c3"}, "b8c6"}}));
  EXPECT_THAT(lines(), ElementsAre("1.00", "e4 1.00", "e4 c5 1.00", "e4 c5 Nf3 1.00"));
}

TEST_F(PositionsTest, AddsUpTheRecordsOfAMove) {
  positions_.add_book(*book_of({{{}, "e2e4", 1}, {{}, "d2d4", 1}, {{}, "e2e4", 2}}));
  EXPECT_THAT(lines(), ElementsAre("1.00", "e4 0.75", "d4 0.25"));
}

TEST_F(PositionsTest, FollowsNoMovesWithoutWeight) {
  positions_.add_book(*book_of({{{}, "e2e4"}, {{}, "d2d4", 0}, {{"e2e4"}, "e7e5", 0}}));
  EXPECT_THAT(lines(), ElementsAre("1.00", "e4 1.00"));
}

TEST_F(PositionsTest, FollowsABookUpToAPly) {
  positions_.add_book(*book_of({{{}, "e2e4"}, {{"e2e4"}, "e7e5"}, {{"e2e4", "e7e5"}, "g1f3"}}), 2);
  EXPECT_THAT(lines(), ElementsAre("1.00", "e4 1.00", "e4 e5 1.00"));
}

TEST_F(PositionsTest, KeepsTheMostProbableLineToAPosition) {
  const auto book =
      book_of({{{}, "e2e4", 6},
               {{}, "g1f3", 4},
               {{"e2e4"}, "e7e5"},
               {{"e2e4", "e7e5"}, "g1f3", 1},  // reached before the line that begins with 1. Nf3
               {{"e2e4", "e7e5"}, "d2d4", 9},
               {{"g1f3"}, "e7e5"},
               {{"g1f3", "e7e5"}, "e2e4"}});
  positions_.add_book(*book);
  EXPECT_THAT(lines(), ElementsAre("1.00", "e4 0.60", "e4 e5 0.60", "e4 e5 d4 0.54", "Nf3 0.40",
                                   "Nf3 e5 e4 0.40", "Nf3 e5 0.40"));
}

TEST_F(PositionsTest, KeepsTheLinesThatItHadBeforeABook) {
  ASSERT_TRUE(positions_.add_games(write("1. Nf3 e5 2. e4 *\n")));
  positions_.add_book(*book_of({{{}, "e2e4"}, {{"e2e4"}, "e7e5"}, {{"e2e4", "e7e5"}, "g1f3"}}));
  EXPECT_THAT(lines(),
              ElementsAre("1.00", "Nf3 1.00", "Nf3 e5 1.00", "Nf3 e5 e4 1.00", "e4 1.00", "e4 e5 1.00"));
}

}  // namespace
}  // namespace polyglot::analysis::test
