// SPDX-License-Identifier: MIT
#include "counts/game_block.hpp"
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <gmock/gmock.h>

#include <polyglot/counts/counts_file.hpp>

#include "counts/bits.hpp"
#include "counts/columns.hpp"
#include "counts/packing.hpp"

namespace polyglot::counts {
namespace {

/// The columns of a block of one game: its numbers, and the sizes of its texts.
struct Columns {
  std::uint64_t input = 1, offset = zigzag(70), white_rating = 2400, black_rating = 2300;
  std::uint64_t month = 2026 * 13 + 5, result = 3;
  std::array<std::uint64_t, 4> texts = {3, 4, 5, kMostTagBytes};
};

std::string block_of(const Columns& of) {
  std::string columns;
  const auto put_number = [&](std::uint64_t number) { put_column(columns, std::span(&number, 1)); };
  for (const std::uint64_t number :
       {of.input, of.offset, of.white_rating, of.black_rating, of.month, of.result})
    put_number(number);
  for (const std::uint64_t size : of.texts) {
    put_number(size);
    columns.append(size, 'a');
  }
  std::string block;
  put(block, std::uint32_t{1});
  put(block, static_cast<std::uint32_t>(columns.size()));
  Packer().pack(columns, block);
  return block;
}

TEST(GameBlock, HasTheGame) {
  constexpr GamePlace kPlace{.input = 1, .offset = 70};
  GameBlock games;
  ASSERT_TRUE(games.open(block_of({})));
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(games.place(0), kPlace);
  EXPECT_EQ(games.find(kPlace), 0U);
  EXPECT_EQ(games.find({.input = 1, .offset = 71}), std::nullopt);
  const ShownGame game = games.game(0);
  EXPECT_EQ(game.place, kPlace);
  EXPECT_EQ(game.year, 2026);
  EXPECT_EQ(game.month, 5);
  EXPECT_EQ(game.result, "1/2-1/2");
  EXPECT_EQ(game.white, "aaa");
  EXPECT_EQ(game.site, std::string(kMostTagBytes, 'a'));
}

TEST(GameBlock, RefusesNumbersThatNoGameHas) {
  constexpr std::uint64_t kTooMuch = std::uint64_t{1} << 32;
  GameBlock games;
  EXPECT_FALSE(games.open(block_of({.input = kTooMuch})));
  EXPECT_FALSE(games.open(block_of({.white_rating = 65536})));
  EXPECT_FALSE(games.open(block_of({.black_rating = 65536})));
  EXPECT_FALSE(games.open(block_of({.month = 65536 * 13})));
  EXPECT_FALSE(games.open(block_of({.result = 4})));
  EXPECT_FALSE(games.open(block_of({.texts = {0, 0, 0, kMostTagBytes + 1}})));
}

}  // namespace
}  // namespace polyglot::counts
