// SPDX-License-Identifier: MIT
#include <polyglot/chess/position.hpp>
#include <polyglot/variants/book_code.hpp>
#include <polyglot/variants/notation.hpp>
#include <polyglot/variants/position.hpp>

#include "support/testing.hpp"
#include "variants/helpers.hpp"

/// Random games of every variant: what is kept up move by move, and what is written, can be had from scratch.
namespace polyglot::variants {
namespace {

using testing::position_of;
using testing::variant_of;

constexpr int kWalks = 3;
constexpr int kPlies = 60;

class VariantWalk : public ::testing::TestWithParam<std::string> {
 protected:
  template <class Visit>
  void walk(Visit visit) {
    std::mt19937 random(1);
    for (int game = 0; game < kWalks; ++game) {
      Position position(variant_of(GetParam()));
      for (int ply = 0; ply < kPlies; ++ply) {
        const std::vector<Move> moves = position.legal_moves();
        if (moves.empty()) break;
        const Move& move = moves[random() % moves.size()];
        visit(position, move);
        position.make(move);
      }
    }
  }
};

TEST_P(VariantWalk, KeysAreThoseOfTheirFens) {
  walk([](const Position& position, const Move&) {
    const std::string fen = position.to_fen();
    const Position again = Position::from_fen(position.variant(), fen).value();
    ASSERT_EQ(again.to_fen(), fen);
    ASSERT_EQ(again.key(), position.key()) << fen;
  });
}

TEST_P(VariantWalk, TextsAndCodesMeanTheirMoves) {
  walk([](const Position& position, const Move& move) {
    const std::string uci = to_uci(position, move);
    SCOPED_TRACE(position.to_fen() + " " + uci);
    const std::optional<Move> read = move_from_uci(position, uci);
    ASSERT_TRUE(read && to_uci(position, *read) == uci);
    const std::string xboard = to_xboard(position, move);
    const std::optional<Move> read_xboard = move_from_xboard(position, xboard);
    ASSERT_TRUE(read_xboard && to_xboard(position, *read_xboard) == xboard) << xboard;
    const std::string san = to_san(position, move);
    const std::optional<Move> read_san = move_from_san(position, san);
    ASSERT_TRUE(read_san && to_san(position, *read_san) == san) << san;
    const std::vector<Move> meant = moves_of_code(position, book_code(position, move));
    ASSERT_NE(std::ranges::find(meant, move), meant.end());
  });
}

INSTANTIATE_TEST_SUITE_P(Of, VariantWalk, ::testing::ValuesIn(Catalogue::builtin().names()),
                         [](const auto& named) {
                           std::string name = named.param;
                           std::erase(name, '-');
                           return name;
                         });

struct Count {
  const char* name;
  const char* variant;
  const char* fen;
  int depth;
  std::uint64_t leaves;
};

class VariantPerft : public ::testing::TestWithParam<Count> {};

TEST_P(VariantPerft, CountsEveryLeaf) {
  EXPECT_EQ(perft(position_of(GetParam().variant, GetParam().fen), GetParam().depth), GetParam().leaves);
}

// Published tables of atomic chess, which Debian's Fairy-Stockfish does not play.
constexpr Count kAtomic[] = {
    {"AtomicStart", "atomic", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197326},
    {"AtomicEnPassant", "atomic", "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1", 4,
     1434825},
    {"AtomicExposedKings", "atomic", "rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq - 0 1", 4, 714499},
};
INSTANTIATE_TEST_SUITE_P(Atomic, VariantPerft, ::testing::ValuesIn(kAtomic),
                         [](const auto& named) { return std::string(named.param.name); });

TEST(VariantPerft, AtomicChess960) {
  Catalogue catalogue = Catalogue::builtin();
  catalogue
      .add(
          "[atomic960]\nlike = atomic\ncastling = *:gc\ncastling king = any\ncastling text = king takes "
          "rook\n",
          "atomic960.ini")
      .value();
  const std::shared_ptr<const Variant> atomic960 = catalogue.find("atomic960").value();
  // Kings that touch give no check, but a line through the king's own square attacks what he would pass.
  const auto count = [&](const char* fen) { return perft(Position::from_fen(*atomic960, fen).value(), 4); };
  EXPECT_EQ(count("8/8/8/8/8/8/2k5/rR4KR w KQ - 0 1"), 61401U);
  EXPECT_EQ(count("r3k1rR/5K2/8/8/8/8/8/8 b kq - 0 1"), 98729U);
  EXPECT_EQ(count("Rr2k1rR/3K4/3p4/8/8/8/7P/8 w kq - 0 1"), 241478U);
}

class PerftBesideChess : public ::testing::TestWithParam<const char*> {};

TEST_P(PerftBesideChess, CountsWhatTheModuleOfChessCounts) {
  EXPECT_EQ(perft(position_of("fischerandom", GetParam()), 3),
            chess::perft(chess::Position::from_fen(GetParam()).value(), 3));
}

INSTANTIATE_TEST_SUITE_P(
    Of, PerftBesideChess,
    ::testing::Values("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                      "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                      "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                      "r2k2r1/8/8/8/8/8/8/R1RK1RR1 w FCga - 0 1", "rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1",
                      "r1k4q/8/8/8/8/8/8/qRK4r w B - 0 1", "4k3/8/8/8/8/8/8/r5KR w H - 0 1"));

}  // namespace
}  // namespace polyglot::variants
