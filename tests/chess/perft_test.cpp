// SPDX-License-Identifier: MIT
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include <polyglot/chess/position.hpp>

#include "chess/helpers.hpp"

namespace polyglot::chess {
namespace {

using testing::position_of;

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
