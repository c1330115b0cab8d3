// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <polyglot/game/game.hpp>

namespace polyglot::game {
namespace {

constexpr auto kKingMoves = CastlingNotation::king_to_destination;

Game game_of(const char* variant) {
  return Game(Rules::find(variant).value());
}

void play(Game& game, std::initializer_list<const char*> moves) {
  for (const char* const text : moves) {
    const auto move = game.read_uci(text);
    ASSERT_TRUE(move) << text;
    game.push(*move);
  }
}

std::string uci(const Game& game) {
  std::string text = game.uci_start(kKingMoves);
  game.append_uci_moves(kKingMoves, text);
  return text;
}

TEST(Game, TakesMovesBackInWhateverVariant) {
  for (const char* const variant : {"normal", "crazyhouse", "atomic"}) {
    Game game = game_of(variant);
    const std::string start = game.position()->to_fen();
    play(game, {"e2e4", "d7d5", "e4d5"});
    EXPECT_EQ(game.turn(), Color::black);
    EXPECT_EQ(game.move_number(), 2);
    EXPECT_EQ(uci(game), " e2e4 d7d5 e4d5");
    game.truncate(5);
    EXPECT_EQ(game.ply(), 3U);
    game.pop();
    EXPECT_EQ(game.ply(), 2U);
    game.truncate(0);
    EXPECT_EQ(game.position()->to_fen(), start);
    EXPECT_EQ(game.outcome().ending, Ending::none);
  }
}

void repeat_knight_moves(Game& game) {
  play(game, {"b1c3", "b8c6", "c3b1", "c6b8"});
}

TEST(Game, IsDrawnByTheThirdOccurrence) {
  for (const char* const variant : {"normal", "crazyhouse", "3check"}) {
    Game game = game_of(variant);
    repeat_knight_moves(game);
    EXPECT_EQ(game.occurrences(), 2);
    EXPECT_EQ(game.outcome().ending, Ending::none);
    repeat_knight_moves(game);
    EXPECT_EQ(game.occurrences(), 3);
    EXPECT_EQ(game.outcome().ending, Ending::repetition);
    EXPECT_EQ(game.outcome().winner, std::nullopt);
    game.pop();
    EXPECT_EQ(game.outcome().ending, Ending::none);
  }
}

TEST(Game, ClaimsNothingForRepetitionWhereItHasRulesOfItsOwn) {
  Game game = game_of("xiangqi");
  for (int i = 0; i < 3; ++i) play(game, {"a1a2", "a10a9", "a2a1", "a9a10"});
  EXPECT_EQ(game.outcome().ending, Ending::none);
}

TEST(Game, ClaimsTheFourthOccurrenceInShogiUnlessSomebodyChecks) {
  const Rules rules = Rules::find("shogi").value();
  const auto after_repeating = [&](const char* fen, std::initializer_list<const char*> moves) {
    Game game(rules, rules.read_fen(fen).value());
    for (int i = 0; i < 3; ++i) play(game, moves);
    return game.outcome().ending;
  };
  EXPECT_EQ(after_repeating("4k4/9/9/9/9/9/9/9/4K4[-] w 0 1", {"e1d1", "e9d9", "d1e1", "d9e9"}),
            Ending::repetition);
  EXPECT_EQ(after_repeating("4k4/9/9/9/9/9/9/3R5/4K4[-] w 0 1", {"d2e2", "e9d9", "e2d2", "d9e9"}),
            Ending::none);
}

TEST(Game, CountsChecksAsPartOfThePosition) {
  const Rules rules = Rules::find("3check").value();
  Game game(rules, rules.read_fen("4k3/8/8/8/8/8/8/3QK3 w - - 3+3 0 1").value());
  play(game, {"d1a4", "e8e7", "a4d1", "e7e8"});
  EXPECT_EQ(game.occurrences(), 1);
}

TEST(Game, BeginsAnewByTheSameRules) {
  const Game game = game_of("crazyhouse");
  const Game other = game.from_fen("4k3/8/8/8/8/8/8/4K3[Q] b - - 0 7").value();
  EXPECT_EQ(other.turn(), Color::black);
  EXPECT_EQ(other.move_number(), 7);
  EXPECT_EQ(other.uci_start(kKingMoves), "4k3/8/8/8/8/8/8/4K3[Q] b - - 0 7");
  EXPECT_FALSE(game.from_fen("nonsense"));
}

TEST(Game, WithoutRulesTakesWhatHasTheFormOfAMove) {
  Game game(text_start("unheard-of"));
  EXPECT_EQ(game.position(), nullptr);
  EXPECT_EQ(game.rules(), nullptr);
  play(game, {"a1h8", "P@e4", "e4e4q"});
  EXPECT_FALSE(game.read_uci("junk"));
  EXPECT_FALSE(game.read_uci("0000"));
  EXPECT_EQ(game.read("@@@@"), std::optional<Move>(TextMove{"0000"}));
  EXPECT_EQ(game.turn(), Color::black);
  EXPECT_EQ(game.move_number(), 2);
  EXPECT_EQ(uci(game), " a1h8 P@e4 e4e4q");
  EXPECT_EQ(game.outcome().ending, Ending::none);
  game.pop();
  EXPECT_EQ(uci(game), " a1h8 P@e4");
}

TEST(Game, WithoutRulesCountsMovesThatBlackBegins) {
  Game game(text_start("tall", "k7/8/8/8/8/8/8/8/8/K7 b - - 0 12").value());
  EXPECT_EQ(game.move_number(), 12);
  play(game, {"a9a8"});
  EXPECT_EQ(game.move_number(), 13);
  play(game, {"a1a2"});
  EXPECT_EQ(game.move_number(), 13);
}

TEST(Game, WithoutRulesCountsRanksAsEachSideDoes) {
  const Game game(text_start("janggi"));
  const Move move = game.read("a0a9").value();
  EXPECT_EQ(game.to_uci(move, kKingMoves), "a1a10");
  EXPECT_EQ(game.to_xboard(move, kKingMoves), "a0a9");
  EXPECT_EQ(game.to_san(move), "a0a9");
}

TEST(Game, ForgetsItsRules) {
  const Rules rules = Rules::find("xiangqi").value();
  Game game(rules, rules.read_fen("4k4/9/9/9/9/9/9/9/8R/3K5 b 0 9").value());
  play(game, {"e10e9", "i2i10"});
  const Game text = game.without_rules();
  EXPECT_EQ(text.rules(), nullptr);
  EXPECT_EQ(uci(text), uci(game));
  EXPECT_EQ(text.turn(), game.turn());
  EXPECT_EQ(text.move_number(), game.move_number());
  EXPECT_EQ(text.read("a0a9"), std::optional<Move>(TextMove{"a1a10"}));
}

TEST(Game, TellsItsStartToEnginesThatBeginElsewhere) {
  EXPECT_EQ(Game(Rules::find("shatranj").value()).uci_start(kKingMoves), "");
  EXPECT_EQ(Game(Rules::find("courier").value()).uci_start(kKingMoves),
            "rnebmkfwbenr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNEBMKFWBENR w - - 0 1");
}

}  // namespace
}  // namespace polyglot::game
