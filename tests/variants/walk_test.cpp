// SPDX-License-Identifier: MIT
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include <polyglot/variants/book_code.hpp>
#include <polyglot/variants/notation.hpp>

#include "variants/helpers.hpp"

/// Random games of every variant: what is kept up move by move, and what is written, can be had from scratch.
namespace polyglot::variants {
namespace {

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

}  // namespace
}  // namespace polyglot::variants
