// SPDX-License-Identifier: MIT
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <polyglot/chess/position.hpp>
#include <polyglot/variants/position.hpp>

#include "variants/helpers.hpp"

namespace polyglot::variants {
namespace {

using testing::variant_of;

std::string start_fen(const std::string& variant, std::uint32_t number) {
  return start_position(variant_of(variant), number).to_fen();
}

/// As XBoard 4.9 begins with -variant and -defaultFrcPosition.
struct NumberedStart {
  const char* variant;
  std::uint32_t number;
  const char* fen;
};

class StartPositions : public ::testing::TestWithParam<NumberedStart> {};

TEST_P(StartPositions, AreXBoards) {
  EXPECT_EQ(start_fen(GetParam().variant, GetParam().number), GetParam().fen);
}

INSTANTIATE_TEST_SUITE_P(
    Of, StartPositions,
    ::testing::Values(
        NumberedStart{"fischerandom", 96, "bbqnrnkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNRNKR w HEhe - 0 1"},
        NumberedStart{"fischerandom", 517, "rnbbqknr/pppppppp/8/8/8/8/PPPPPPPP/RNBBQKNR w HAha - 0 1"},
        NumberedStart{"nocastle", 80, "bbnnkrrq/pppppppp/8/8/8/8/PPPPPPPP/BBNNKRRQ w - 0 1"},
        NumberedStart{"nocastle", 1000, "nbnqbrkr/pppppppp/8/8/8/8/PPPPPPPP/NBNQBRKR w - 0 1"},
        NumberedStart{"nocastle", 2879, "rrknnqbb/pppppppp/8/8/8/8/PPPPPPPP/RRKNNQBB w - 0 1"},
        NumberedStart{"wildcastle", 2, "rqbnkbnr/pppppppp/8/8/8/8/PPPPPPPP/RQBNKBNR w KQkq - 0 1"},
        NumberedStart{"wildcastle", 12, "rbbnknqr/pppppppp/8/8/8/8/PPPPPPPP/RBBNKNQR w KQkq - 0 1"},
        NumberedStart{"wildcastle", 17, "rnnqkbbr/pppppppp/8/8/8/8/PPPPPPPP/RNNQKBBR w KQkq - 0 1"},
        NumberedStart{"caparandom", 5,
                      "cbbaqnnrkr/pppppppppp/10/10/10/10/PPPPPPPPPP/CBBAQNNRKR w JHjh - 0 1"},
        NumberedStart{"caparandom", 1000,
                      "bbcqnnrkar/pppppppppp/10/10/10/10/PPPPPPPPPP/BBCQNNRKAR w JGjg - 0 1"},
        NumberedStart{"caparandom", 83999,
                      "rkrnnqacbb/pppppppppp/10/10/10/10/PPPPPPPPPP/RKRNNQACBB w CAca - 0 1"}),
    [](const auto& named) { return std::string(named.param.variant) + std::to_string(named.param.number); });

TEST(StartPosition, OfChess960IsThatOfTheModuleOfChess) {
  ASSERT_EQ(start_count(variant_of("fischerandom")), 960U);
  for (int number = 0; number < chess::kChess960Positions; ++number) {
    const chess::Position chess = chess::chess960_start(number);
    const Position start = start_position(variant_of("fischerandom"), static_cast<std::uint32_t>(number));
    ASSERT_EQ(start.to_fen(), chess.to_fen(chess::FenStyle::shredder)) << number;
    ASSERT_EQ(start.key(), chess.key()) << number;
  }
}

TEST(StartPosition, HasAsManyNumbersAsThereAre) {
  EXPECT_EQ(start_count(variant_of("normal")), 1U);
  EXPECT_EQ(start_count(variant_of("wildcastle")), 18U);
  EXPECT_EQ(start_count(variant_of("nocastle")), 2880U);
  EXPECT_EQ(start_count(variant_of("caparandom")), 84'000U);
  std::set<std::string> arrays;
  for (std::uint32_t number = 0; number < 2880; ++number) arrays.insert(start_fen("nocastle", number));
  EXPECT_EQ(arrays.size(), 2880U);
  EXPECT_EQ(start_fen("crazyhouse", 0), Position(variant_of("crazyhouse")).to_fen());
}

TEST(StartPosition, OfSuperHasTheOtherPiecesInHand) {
  EXPECT_EQ(start_fen("super", 0), "aveskqrr/pppppppp/8/8/8/8/PPPPPPPP/AVESKQRR[NNBBnnbb] w KQkq - 0 1");
  const Variant& super = variant_of("super");
  const std::uint32_t count = start_count(super);
  EXPECT_EQ(count, 7U * 6 * 5 * 4 * 7 * 6 * 5);
  for (std::uint32_t number = 0; number < count; number += 997) {
    const Position start = start_position(super, number);
    EXPECT_FALSE(start.legal_moves().empty());
    EXPECT_EQ(start.pieces(Color::white).size(), 16);
  }
}

TEST(StartPositions, OfVariantsThatShuffleNothingAreTheirOwn) {
  for (const char* const name : {"makruk", "horde", "racingkings", "dobutsu", "crazyhouse"}) {
    EXPECT_EQ(start_count(variant_of(name)), 1U) << name;
    EXPECT_EQ(start_fen(name, 0), Position(variant_of(name)).to_fen()) << name;
  }
}

}  // namespace
}  // namespace polyglot::variants
