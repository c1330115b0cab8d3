// SPDX-License-Identifier: MIT
// The lists are those of Polyglot 2.0.4 (dump-book) after the same moves.

#include <polyglot/chess/listing.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/chess/position.hpp>

#include "chess/helpers.hpp"
#include "support/testing.hpp"

namespace polyglot::chess {
namespace {

using testing::kWalkStarts;
using testing::position_of;
using testing::walk_randomly;

/// Every value a Move can have.
template <class Visit>
void for_every_move(Visit visit) {
  for (int from = 0; from < 64; ++from) {
    for (int to = 0; to < 64; ++to) {
      for (const auto kind :
           {MoveKind::normal, MoveKind::promotion, MoveKind::en_passant, MoveKind::castling}) {
        for (const auto piece : {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen}) {
          visit(Move(Square(from), Square(to), kind, piece));
        }
      }
    }
  }
}

TEST(IsLegal, HoldsExactlyForTheLegalMoves) {
  for (const auto fen : kWalkStarts) {
    walk_randomly(position_of(fen), 2, 60, 2, [&](const Position& position) {
      const MoveList moves = position.legal_moves();
      std::size_t legal = 0;
      for_every_move([&](Move move) {
        const bool is_legal = position.is_legal(move);
        legal += is_legal ? 1 : 0;
        if (is_legal) {
          ASSERT_TRUE(moves.contains(move)) << to_uci(move, CastlingNotation::king_takes_rook);
        }
      });
      ASSERT_EQ(legal, moves.size()) << position.to_fen();
    });
  }
}

TEST(LegalMoves, FitTheListWithFifteenQueens) {
  const Position position = position_of("Q6Q/1Q4Q1/Q6Q/3QQ3/Q6Q/1Q4Q1/Q6Q/1QK4k b - - 0 1");
  EXPECT_LE(position.legal_moves().size(), MoveList::kCapacity);
}

TEST(LegalMoves, Reach218) {
  EXPECT_EQ(position_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").legal_moves().size(), 218U);
}

TEST(LegalMoves, EnPassantMayAnswerTheCheckOfThePushedPawn) {
  const Position position = position_of("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1");
  EXPECT_TRUE(position.in_check());
  EXPECT_TRUE(position.has_legal_en_passant());
  EXPECT_TRUE(move_from_uci(position, "e4d3"));
}

TEST(LegalMoves, EnPassantThatOpensTheRankOfTheKingIsIllegal) {
  const Position position = position_of("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1");
  EXPECT_EQ(position.en_passant(), Square::from_string("d3"));
  EXPECT_FALSE(position.has_legal_en_passant());
  EXPECT_FALSE(move_from_uci(position, "e4d3"));
}

TEST(LegalMoves, ADoubleCheckIsAnsweredByTheKingAlone) {
  const Position position = position_of("4k3/8/5N2/8/8/8/8/3QR1K1 b - - 0 1");
  for (const Move move : position.legal_moves()) EXPECT_EQ(move.from(), position.king(Color::black));
  EXPECT_TRUE(position.has_legal_move());
}

std::string listed_after(const std::string& moves) {
  Position position;
  ListingOrder order(position);
  std::istringstream words(moves);
  for (std::string word; words >> word;) {
    const Move move = move_from_uci(position, word).value();
    order.make(position, move);
    position.make(move);
  }
  std::vector<Move> listed = listed_moves(position);
  order.sort(position, listed);
  std::string text;
  for (const Move move : listed) text += (text.empty() ? "" : " ") + to_san(position, move);
  return text;
}

TEST(ListingOrder, KeepsThePlaceOfAPieceThatMoves) {
  EXPECT_EQ(listed_after("e2e4 c7c6 d2d4 d7d5 e4e5 c6c5 d4c5"),
            "Kd7 a6 a5 b6 b5 d4 e6 f6 f5 g6 g5 h6 h5 Na6 Nc6 Nd7 Bd7 Be6 Bf5 Bg4 Bh3 Qc7 Qb6 Qa5+ Qd7 Qd6 "
            "Nf6 Nh6");
}

TEST(ListingOrder, PutsTheLastPieceInThePlaceOfOneThatIsTaken) {
  EXPECT_EQ(listed_after("d2d4 e7e5 d4e5 d7d6 e5d6"),
            "Kd7 a6 a5 b6 b5 cxd6 c6 c5 Nf6 Nh6 Ne7 f6 f5 g6 g5 h6 h5 Na6 Nc6 Nd7 Bd7 Be6 Bf5 Bg4 Bh3 Qd7 "
            "Qxd6 Qe7 Qf6 Qg5 Qh4 Be7 Bxd6");
  EXPECT_EQ(listed_after("e2e4 a7a6 e4e5 d7d5 e5d6 a6a5"),
            "Ke2 Na3 Nc3 Qe2 Qf3 Qg4 Qh5 Be2 Bd3 Bc4 Bb5+ Ba6 Ne2 Nf3 Nh3 a3 a4 b3 b4 c3 c4 d3 d4 dxc7 dxe7 "
            "d7+ f3 f4 g3 g4 h3 h4");
}

TEST(ListingOrder, KeepsThePlacesOfKingAndRookThatCastle) {
  EXPECT_EQ(listed_after("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 e8g8 c1e3"),
            "Kh8 a6 a5 b6 b5 d6 d5 g6 g5 h6 h5 Rb8 Nb4 Nd4 Na5 Ne7 Nb8 Qe7 Qe8 Bb4 Ba3 Bd4 Bxe3 Bb6 Bd6 Be7 "
            "Nxe4 Ng4 Nd5 Nh5 Ne8 Re8");
}

TEST(ListingOrder, PutsAQueenInThePlaceOfHerPawn) {
  EXPECT_EQ(listed_after("a2a4 b7b5 a4b5 a7a6 b5a6 h7h6 a6a7 h6h5 a7b8q h5h4"),
            "Ra2 Ra3 Ra4 Ra5 Ra6 Ra7 Rxa8 Na3 Nc3 Nf3 Nh3 Qa7 Qb7 Qb6 Qb5 Qb4 Qb3 Qxc7 Qxa8 Qxc8 b3 b4 c3 c4 "
            "d3 d4 e3 e4 f3 f4 g3 g4 h3");
}

struct Count {
  const char* name;
  const char* fen;
  int depth;
  std::uint64_t leaves;
};

class Perft : public ::testing::TestWithParam<Count> {};

TEST_P(Perft, CountsEveryLeaf) {
  EXPECT_EQ(perft(position_of(GetParam().fen), GetParam().depth), GetParam().leaves);
}

std::string test_name(const ::testing::TestParamInfo<Count>& info) {
  return info.param.name;
}

// Positions of the perft results page of the chess programming wiki and of other public collections.
constexpr Count kStandard[] = {
    {"StartPosition", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324},
    {"Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193690690},
    {"Position3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11030083},
    {"Position4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292},
    {"Position4Mirrored", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 5, 15833292},
    {"Position5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89941194},
    {"Position6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164075551},
    {"Promotions", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 5, 3605103},
    {"EnPassantOpensARank", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1134888},
    {"EnPassantOpensADiagonal", "8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1", 6, 1038514},
    {"CastlingGivesCheck", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661072},
    {"CapturesTakeCastlingRights", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1274206},
};
INSTANTIATE_TEST_SUITE_P(Standard, Perft, ::testing::ValuesIn(kStandard), test_name);

constexpr Count kChess960[] = {
    {"Bqnb1rkr", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326672},
    {"Nnrbkr", "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 4, 667366},
    {"WhiteRightsOnly", "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 4, 273318},
    {"BlackRightsOnly", "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", 4, 382958},
    {"EarlyQueen", "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9", 4, 1171749},
    {"RookBesideKing", "qnbnr1kr/ppp1b1pp/4p3/3p1p2/8/2NPP3/PPP1BPPP/QNB1R1KR w HEhe - 1 9", 4, 824055},
    {"KingMoved", "q1bnrkr1/ppppp2p/2n2p2/4b1p1/2NP4/8/PPP1PPPP/QNB1RRKB w ge - 1 9", 4, 732757},
    {"QueenOut", "qbn1brkr/ppp1p1p1/2n4p/3p1p2/P7/6PP/QPPPPP2/1BNNBRKR w HFhf - 0 9", 4, 465806},
    {"RookSheltersKingInCheck", "1r1k4/8/8/8/8/8/8/rRK4r w B - 0 1", 5, 494305},
    {"RookSheltersKing", "8/8/8/8/8/8/k7/qRK5 w B - 0 1", 5, 83162},
    {"KingAndRookSwap", "4k3/8/8/8/8/8/8/r1RK3R w HC - 0 1", 5, 1571222},
    {"BothCrowded", "rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1", 5, 5599343},
    {"InnerRooks", "r2k2r1/8/8/8/8/8/8/R1RK1RR1 w FCga - 0 1", 5, 20398440},
};
INSTANTIATE_TEST_SUITE_P(Chess960, Perft, ::testing::ValuesIn(kChess960), test_name);

TEST(PerftDepth, ZeroIsOneLeaf) {
  EXPECT_EQ(perft(Position(), 0), 1U);
}

}  // namespace
}  // namespace polyglot::chess
