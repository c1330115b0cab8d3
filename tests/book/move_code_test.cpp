// SPDX-License-Identifier: MIT
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/notation.hpp>

#include "book/book_files.hpp"

namespace polyglot::book {
namespace {

using test::code;
using test::position;

/// The kind of the move that a code stands for.
chess::MoveKind kind_of(std::string_view fen, std::string_view move) {
  return decode_move(position(fen), code(move)).value().kind();
}

/// The move that a code stands for in king-takes-rook notation, "" if none.
std::string decoded(std::string_view fen, std::uint16_t move_code) {
  const auto move = decode_move(position(fen), move_code);
  return move ? chess::to_uci(*move, chess::CastlingNotation::king_takes_rook) : "";
}

constexpr std::string_view kBothCastle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

TEST(MoveCode, DecodesEveryLegalMoveToItself) {
  for (const std::string_view fen :
       {chess::kStartFen, kBothCastle, std::string_view("4k3/P6P/8/2pP4/8/8/p6p/4K3 w - c6 0 1"),
        std::string_view("1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1")}) {
    const chess::Position board = position(fen);
    for (const chess::Move move : board.legal_moves())
      EXPECT_EQ(decode_move(board, encode_move(move)), move) << fen;
  }
}

TEST(MoveCode, IgnoresTheNullMove) {
  EXPECT_EQ(decoded(chess::kStartFen, 0), "");
  EXPECT_EQ(decoded("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 0), "");
}

TEST(MoveCode, ReadsKingTakesRookAsCastling) {
  EXPECT_EQ(kind_of(kBothCastle, "e1h1"), chess::MoveKind::castling);
  EXPECT_EQ(decoded(kBothCastle, code("e1a1")), "e1a1");
  EXPECT_EQ(decoded("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", code("e8h8")), "e8h8");
}

// As XBoard, Cute Chess and Lucas Chess write it in books of chess.
TEST(MoveCode, ReadsTheKingsOwnMoveAsCastling) {
  EXPECT_EQ(decoded(kBothCastle, code("e1g1")), "e1h1");
  EXPECT_EQ(decoded(kBothCastle, code("e1c1")), "e1a1");
  EXPECT_EQ(decoded("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", code("e8g8")), "e8h8");
  EXPECT_EQ(decoded("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", code("e1g1")), "") << "without the right";
  EXPECT_EQ(decoded("r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1", code("e1g1")), "") << "over an attacked square";
  EXPECT_EQ(decoded(kBothCastle, static_cast<std::uint16_t>(code("e1g1") | 0x1000)), "") << "no promotion";
  EXPECT_EQ(decoded("3k4/8/8/8/8/8/K7/4R3 w - - 0 1", code("e1g1")), "e1g1") << "a rook's move";
}

// In Chess960 a king may go by himself where he would castle to.
TEST(MoveCode, ReadsTheKingsOwnMoveAsCastlingInChess960WhereItIsNoOther) {
  constexpr std::string_view kFar = "4k3/8/8/8/8/8/8/RK5R w HA - 0 1";
  EXPECT_EQ(decoded(kFar, code("b1g1")), "b1h1");
  EXPECT_EQ(decoded(kFar, code("b1c1")), "b1c1") << "a step, not castling with a1";
  EXPECT_EQ(decoded("4k3/8/8/8/8/8/8/6KR w H - 0 1", code("g1g1")), "") << "no move at all";
}

TEST(MoveCode, HasASecondCodeForCastlingUnlessItIsAnotherMove) {
  const auto codes = [](std::string_view fen, std::string_view move) {
    const chess::Position board = position(fen);
    return codes_of(board, chess::move_from_uci(board, move).value());
  };
  EXPECT_EQ(codes(kBothCastle, "e1h1").usual, code("e1h1"));
  EXPECT_EQ(codes(kBothCastle, "e1h1").other, code("e1g1"));
  EXPECT_EQ(codes(kBothCastle, "e1e2").other, std::nullopt);
  EXPECT_EQ(codes("4k3/8/8/8/8/8/8/RK5R w HA - 0 1", "b1a1").other, std::nullopt);
  EXPECT_EQ(usual_code(position(kBothCastle), code("e1c1")), code("e1a1"));
  EXPECT_EQ(usual_code(position(kBothCastle), code("e1e2")), code("e1e2"));
}

TEST(MoveCode, DropsCastlingWithoutTheRight) {
  EXPECT_EQ(decoded("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", code("e1h1")), "");
  EXPECT_EQ(decoded("r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", code("e1a1")), "");
}

TEST(MoveCode, LetsARookOrQueenGoFromE1ToH1) {
  for (const std::string_view fen : {"3k4/8/8/8/8/8/K7/4R3 w - - 0 1", "3k4/8/8/8/8/8/K7/4Q3 w - - 0 1"})
    EXPECT_EQ(kind_of(fen, "e1h1"), chess::MoveKind::normal) << fen;
}

TEST(MoveCode, CastlesInChess960) {
  constexpr std::string_view kFen = "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1";
  EXPECT_EQ(kind_of(kFen, "c1g1"), chess::MoveKind::castling);
  EXPECT_EQ(decoded(kFen, code("c1b1")), "c1b1");
}

TEST(MoveCode, TellsAKingStepFromCastlingInChess960) {
  EXPECT_EQ(kind_of("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1"), chess::MoveKind::normal);
  EXPECT_EQ(kind_of("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"), chess::MoveKind::castling);
}

TEST(MoveCode, ReadsTheFourPromotions) {
  constexpr std::string_view kFen = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
  for (const char* move : {"a7a8n", "a7a8b", "a7a8r", "a7a8q", "a7b8q"})
    EXPECT_EQ(decoded(kFen, code(move)), move);
}

TEST(MoveCode, DropsPromotionsThatDoNotFit) {
  constexpr std::string_view kFen = "4k3/P7/8/8/8/8/4P3/4K3 w - - 0 1";
  EXPECT_EQ(decoded(kFen, code("a7a8")), "");
  EXPECT_EQ(decoded(kFen, code("e2e4q")), "");
  EXPECT_EQ(decoded(kFen, code("e1d1q")), "");
  for (int bogus = 5; bogus < 16; ++bogus)
    EXPECT_EQ(decoded(kFen, static_cast<std::uint16_t>(code("a7a8") | (bogus << 12))), "") << bogus;
}

TEST(MoveCode, ReadsEnPassant) {
  EXPECT_EQ(kind_of("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6"), chess::MoveKind::en_passant);
  EXPECT_EQ(decoded("4k3/8/8/2pP4/8/8/8/4K3 w - - 0 1", code("d5c6")), "");
}

TEST(MoveCode, CountsTheWeightOfIllegalMovesAndKeepsZeroWeights) {
  const std::vector<RawEntry> entries{{.move = code("e2e4"), .weight = 3, .learn = 0x00050007},
                                      {.move = code("e2e5"), .weight = 90},
                                      {.move = code("d2d4"), .weight = 0},
                                      {.move = code("e2e4"), .weight = 7}};
  const BookMoves moves = decode_moves(chess::Position(), entries);
  EXPECT_EQ(moves.total_weight, 100U);
  std::vector<std::uint32_t> weights;
  for (const BookMove& move : moves.moves) weights.push_back(move.weight);
  EXPECT_THAT(weights, ElementsAre(3, 0, 7));
}

TEST(MoveCode, KeepsLearnedResultsInStepWithTheMoves) {
  const std::vector<RawEntry> entries{{.move = code("e2e5"), .weight = 90, .learn = 0x000a0014},
                                      {.move = code("e2e4"), .weight = 3, .learn = 0x00050007}};
  const LearnedMoves learned = decode_learned(chess::Position(), entries);
  EXPECT_THAT(learned.results, ElementsAre(LearnedResult{.games = 5, .points = 7}));
  EXPECT_EQ(learned.total_weight, learned_weight(90, {10, 20}) + learned_weight(3, {5, 7}));
}

TEST(MoveCode, IsWrittenAsTheSquaresItNames) {
  EXPECT_EQ(code_to_text(0x031c), "e2e4");
  EXPECT_EQ(code_to_text(code("e1h1")), "e1h1");
  EXPECT_EQ(code_to_text(code("e7e8q")), "e7e8q");
  EXPECT_EQ(code_to_text(0), "a1a1");
  EXPECT_EQ(code_to_text(0x5000), "0x5000");
  EXPECT_EQ(code_to_text(0x831c), "0x831c");
}

TEST(MoveCode, IsReadBackFromItsText) {
  for (int move_code = 0; move_code <= 0xffff; ++move_code) {
    const auto value = static_cast<std::uint16_t>(move_code);
    EXPECT_EQ(code_from_text(code_to_text(value)), value);
  }
  for (const std::string_view text : {"", "e2", "e2e9", "e7e8k", "e7e8qq", "0x", "0x10000", "0xg", "Nf3"})
    EXPECT_EQ(code_from_text(text), std::nullopt) << text;
}

}  // namespace
}  // namespace polyglot::book
