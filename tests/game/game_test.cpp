// SPDX-License-Identifier: MIT
// Games whose rules are not known, between XBoard and UCI.
#include <polyglot/game/game.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/game/text_moves.hpp>

#include "support/testing.hpp"

namespace polyglot::game {
namespace {

constexpr auto kKingMoves = CastlingNotation::king_to_destination;

Game game_of(const char* variant) {
  return Game(Rules::find(variant).value());
}

Game game_of(const char* variant, const char* fen) {
  return game_of(variant).from_fen(fen).value();
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
  const auto after_repeating = [](const char* fen, std::initializer_list<const char*> moves) {
    Game game = game_of("shogi", fen);
    for (int i = 0; i < 3; ++i) play(game, moves);
    return game.outcome().ending;
  };
  EXPECT_EQ(after_repeating("4k4/9/9/9/9/9/9/9/4K4[-] w 0 1", {"e1d1", "e9d9", "d1e1", "d9e9"}),
            Ending::repetition);
  EXPECT_EQ(after_repeating("4k4/9/9/9/9/9/9/3R5/4K4[-] w 0 1", {"d2e2", "e9d9", "e2d2", "d9e9"}),
            Ending::none);
}

TEST(Game, CountsChecksAsPartOfThePosition) {
  Game game = game_of("3check", "4k3/8/8/8/8/8/8/3QK3 w - - 3+3 0 1");
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
  Game game = game_of("xiangqi", "4k4/9/9/9/9/9/9/9/8R/3K5 b 0 9");
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

constexpr auto kTakesRook = CastlingNotation::king_takes_rook;

TEST(Rules, AreFoundByEveryName) {
  for (const char* const name : {"normal", "chess", "standard", "From Position", "fischerandom", "Chess960"})
    EXPECT_TRUE(Rules::find(name).value().is_chess()) << name;
  EXPECT_EQ(Rules::find("threeCheck").value().name(), "3check");
  EXPECT_EQ(Rules::find("King of the Hill").value().name(), "kingofthehill");
  EXPECT_EQ(Rules::find("unheard-of").error().what, "there is no variant \"unheard-of\"");
}

TEST(Rules, OfAUserAreFoundInHisCatalogue) {
  variants::Catalogue catalogue = variants::Catalogue::builtin();
  ASSERT_TRUE(
      catalogue.add("[mine]\nlike = crazyhouse\nstart = 4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1\n", "mine.ini"));
  const Rules rules = Rules::find("mine", &catalogue).value();
  EXPECT_EQ(rules.start().legal_moves().size(), 5U + 62U);
}

TEST(Position, IsOfChessUnlessAVariantIsNamed) {
  const Position start;
  ASSERT_NE(start.chess(), nullptr);
  EXPECT_EQ(start.variant(), nullptr);
  EXPECT_EQ(start.key(), chess::Position().key());
  EXPECT_EQ(start.to_fen(), chess::kStartFen);
  EXPECT_EQ(start.legal_moves().size(), 20U);
}

TEST(Position, OfAVariantHasAKeyOfItsOwn) {
  const Rules rules = Rules::find("crazyhouse").value();
  const Position start = rules.start();
  ASSERT_NE(start.variant(), nullptr);
  EXPECT_EQ(start.key(), start.variant()->key());
  EXPECT_NE(start.key(), Position().key());
  EXPECT_EQ(start.to_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[-] w KQkq - 0 1");
}

struct Texts {
  const char* variant;
  const char* fen;
  const char* uci;
  const char* xboard;
  const char* san;
};

/// Every notation of a move is written, and read as that move.
TEST(Notation, IsThatOfTheGame) {
  constexpr Texts kTexts[] = {
      {"normal", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1g1", "O-O"},
      {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "Q@e7", "Q@e7", "Q@e7+"},
      {"xiangqi", "4k4/9/9/9/9/9/9/9/8R/3K5 w 0 1", "i2i10", "i1i9", "Ri10+"},
      {"seirawan", "4k3/8/8/8/8/8/8/R3K2R[H] w KQ - 0 1", "e1g1h", "e1g1h", "O-O/H"},
  };
  for (const auto& [variant, fen, uci, xboard, san] : kTexts) {
    const Rules rules = Rules::find(variant).value();
    const Position position = rules.read_fen(fen).value();
    const auto move = move_from_uci(position, uci);
    ASSERT_TRUE(move) << variant << " " << uci;
    EXPECT_EQ(to_uci(position, *move, kKingMoves), uci);
    EXPECT_EQ(to_xboard(position, *move, kKingMoves), xboard);
    EXPECT_EQ(to_san(position, *move), san);
    EXPECT_EQ(move_from_xboard(position, xboard), move);
    EXPECT_EQ(move_from_san(position, san), move);
    EXPECT_EQ(move_from_text(position, san), move);
  }
}

TEST(Notation, CountsTenRanksFromZeroInSanOfXBoard) {
  const auto san = [](const char* variant, const char* fen, const char* uci) {
    const Rules rules = Rules::find(variant).value();
    const Position position = rules.read_fen(fen).value();
    const Move move = move_from_uci(position, uci).value();
    EXPECT_EQ(move_from_text(position, to_xboard_san(position, move)), move) << uci;
    return to_xboard_san(position, move);
  };
  constexpr const char* kXiangqi = "4k4/9/9/9/9/9/9/9/R7R/3K5 w 0 1";
  EXPECT_EQ(san("xiangqi", kXiangqi, "i2i10"), "Ri9+");
  EXPECT_EQ(san("xiangqi", kXiangqi, "i2i1"), "Ri0");
  EXPECT_EQ(san("xiangqi", kXiangqi, "i2i5"), "Ri4");
  EXPECT_EQ(san("normal", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h2"), "Rh2");
  EXPECT_EQ(san("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "Q@e7"), "Q@e7+");
}

TEST(Notation, LetsTheKingTakeHisRookWhereItIsAskedTo) {
  const Position chess = Rules().read_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").value();
  const Move castling = move_from_uci(chess, "e1g1").value();
  EXPECT_EQ(to_uci(chess, castling, kTakesRook), "e1h1");
  EXPECT_EQ(to_xboard(chess, castling, kTakesRook), "O-O");
  const Rules rules = Rules::find("crazyhouse").value();
  const Position variant = rules.read_fen("4k3/8/8/8/8/8/8/4K2R[-] w K - 0 1").value();
  EXPECT_EQ(to_uci(variant, move_from_uci(variant, "e1g1").value(), kTakesRook), "e1h1");
}

TEST(Outcome, IsThatOfTheRules) {
  const auto outcome = [](const char* variant, const char* fen) {
    const Rules rules = Rules::find(variant).value();
    return rules.read_fen(fen).value().outcome();
  };
  const auto is = [](Ending ending, std::optional<Color> winner) {
    return testing::AllOf(testing::Field(&Outcome::ending, ending), testing::Field(&Outcome::winner, winner));
  };
  constexpr const char* kStalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
  EXPECT_THAT(outcome("normal", kStalemate), is(Ending::stalemate, std::nullopt));
  EXPECT_THAT(outcome("normal", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), is(Ending::checkmate, Color::white));
  EXPECT_THAT(outcome("normal", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
              is(Ending::insufficient_material, std::nullopt));
  EXPECT_THAT(outcome("shatranj", "k7/2R5/1R6/8/8/7p/7P/4K3 b 0 1"), is(Ending::stalemate, Color::white));
  EXPECT_THAT(outcome("crazyhouse", "4k3/8/8/8/8/8/8/4K3[-] w - - 0 90"), is(Ending::none, std::nullopt));
}

TEST(TextMoves, ReadsMovesOfAnyForm) {
  for (const char* const move : {"e2e4", "e7e8q", "P@e4", "+P@e4", "b2b8+", "b8b2-", "k12l9", "a9a12",
                                 "b1c3h", "c4d5,d5e4", "e2e4,e4d4"}) {
    EXPECT_EQ(uci_move(move, 8), move);
    EXPECT_EQ(xboard_move(move, 8), move);
  }
  for (const char* const text : {"", "e4", "junk", "O-O", "P@", "@e4", "+@e4", "PP@e4", "e2e4x!", "e0e1",
                                 "e2e4,", "E2E4", "e2-e4", "e2e4qqq", "Nf3"}) {
    EXPECT_EQ(uci_move(text, 8), std::nullopt) << text;
  }
}

TEST(TextMoves, CountsTenRanksAsEachSideDoes) {
  EXPECT_EQ(uci_move("a0b9", 10), "a1b10");
  EXPECT_EQ(uci_move("P@e9+", 10), std::nullopt);
  EXPECT_EQ(uci_move("C@e9", 10), "C@e10");
  EXPECT_EQ(uci_move("a0b9q,b9c8", 10), "a1b10q,b10c9");
  EXPECT_EQ(uci_move("a10b9", 10), std::nullopt);
  EXPECT_EQ(xboard_move("a1b10", 10), "a0b9");
  EXPECT_EQ(xboard_move("a10b10+", 10), "a9b9+");
  EXPECT_EQ(xboard_move("a0b1", 10), std::nullopt);
  EXPECT_EQ(xboard_move("a11b1", 10), std::nullopt);
}

TEST(TextMoves, PassesAndPromotesAsEachSideDoes) {
  EXPECT_EQ(uci_move("@@@@", 10), "0000");
  EXPECT_EQ(xboard_move("0000", 10), "@@@@");
  EXPECT_EQ(xboard_move("e2e2", 10), "@@@@");
  EXPECT_EQ(xboard_move("e10e10", 10), "@@@@");
  EXPECT_EQ(xboard_move("e5e5f", 8), "e5e5f");
  EXPECT_EQ(xboard_move("xx", 8), std::nullopt);
  EXPECT_EQ(uci_move("a6a7=", 9), "a6a7") << "without the mark of a promotion not made";
}

TEST(TextStart, KnowsTheHeightOfBoards) {
  EXPECT_EQ(text_start("minishogi", "rbsgk/4p/5/P4/KGSBR[-] w 0 1").value().ranks, 5);
  EXPECT_EQ(text_start("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[P/] w - 1")
                .value()
                .ranks,
            9);
  EXPECT_EQ(text_start("janggi").ranks, 10);
  EXPECT_EQ(text_start("unheard-of").ranks, 8);
}

TEST(TextStart, KnowsWhoseTurnItIs) {
  const TextStart start = text_start("tall", "k7/8/8/8/8/8/8/8/8/K7 b - - 0 12").value();
  EXPECT_EQ(start.side, chess::Color::black);
  EXPECT_EQ(start.move_number, 12);
}

TEST(TextStart, GivesXiangqiPiecesTheirLetters) {
  EXPECT_EQ(text_start("xiangqi", "rheakaehr/9 b - - 0 1").value().fen, "rnbakabnr/9 b - - 0 1");
  EXPECT_EQ(text_start("unheard-of", "rhe/9 b - - 0 1").value().fen, "rhe/9 b - - 0 1");
}

TEST(TextStart, IsNoOtherText) {
  for (const char* const fen : {"", "nonsense", "8/8 x - - 0 1", "8/8 w moves - 0 1", "8/! w - - 0 1"})
    EXPECT_FALSE(text_start("tall", fen)) << fen;
}

TEST(TextMoves, LookLikeMovesOnBoardsOfAnySize) {
  for (const char* const text :
       {"Rb9", "Hc0+", "Pa3-a4", "Cb7xb0", "Nf3", "e4", "O-O", "P@e9", "i2i10", "Wk12=#"})
    EXPECT_TRUE(looks_like_move(text)) << text;
  for (const char* const text :
       {"", "R", "9", "R9", "Rb", "Rx9", "Rb9!?", "Level 9", "Hash64", "book", "rb9b"})
    EXPECT_FALSE(looks_like_move(text)) << text;
}

}  // namespace
}  // namespace polyglot::game
