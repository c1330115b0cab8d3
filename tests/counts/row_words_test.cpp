// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "counts/bits.hpp"
#include "counts/made_rows.hpp"
#include "counts/row_words.hpp"

namespace polyglot::counts {
namespace {

using Words = std::vector<std::uint64_t>;

std::string packed_singles(Words singles) {
  std::string bytes;
  BitWriter bits(bytes);
  put_singles(bits, singles);
  bits.finish();
  return bytes;
}

bool unpack_singles(const std::string& bytes, Words& singles) {
  BitReader bits(bytes);
  return take_singles(bits, singles) && bits.is_at_end();
}

/// Codes of the fields of singles, each of one number: no zeros that stay, the width, the base.
std::string codes_with(std::size_t changed, unsigned width, std::uint64_t base) {
  std::string bytes;
  BitWriter bits(bytes);
  bits.reserve(400);
  for (std::size_t field = 0; field < 5; ++field) {
    bits.put_bits(0, 1);
    bits.put_bits(field == changed ? width : 0, 6);
    bits.put_bits(field == changed ? 32 : 0, 6);
    bits.put_bits(field == changed ? base : 0, field == changed ? 32 : 0);
  }
  bits.put_bits(0, width);
  bits.finish();
  return bytes;
}

TEST(Singles, HaveTheMoveAndTheTotalsOfOneGame) {
  Dice dice(1);
  int singles = 0;
  for (int i = 0; i < 5000; ++i) {
    Totals totals = dice.totals();
    if (dice.below(4) == 0) totals.wins = totals.draws = totals.losses = 0;
    const auto move = static_cast<std::uint16_t>(dice.below(65536));
    const auto single = single_of(move, totals);
    if (!single) continue;
    ++singles;
    EXPECT_EQ(move_of(*single), move);
    EXPECT_EQ(totals_of(*single), totals);
  }
  EXPECT_GT(singles, 3000);
}

TEST(Singles, AreNoRowsOfSeveralGamesAndNoUnusualOnes) {
  const Totals usual{.games = 1, .wins = 1, .rated = 1, .rating_sum = 4095, .opponent_sum = 4095};
  EXPECT_TRUE(single_of(1, usual));
  const auto is_single = [&usual](auto number, auto value) {
    Totals changed = usual;
    changed.*number = value;
    return single_of(1, changed).has_value();
  };
  EXPECT_FALSE(is_single(&Totals::games, 2U));
  EXPECT_FALSE(is_single(&Totals::rated, 0U));
  EXPECT_FALSE(is_single(&Totals::rating_sum, 0U)) << "would be read as unrated";
  EXPECT_FALSE(is_single(&Totals::rating_sum, 4096U));
  EXPECT_FALSE(is_single(&Totals::opponent_sum, 4096U));
  EXPECT_FALSE(is_single(&Totals::last_date, 20200101U));
}

TEST(Singles, HaveNoRoomForUnusualNumbersOfAGame) {
  const GameRow usual{.rating = 4095, .opponent = 4095, .date = 99991231};
  EXPECT_TRUE(single_of(usual));
  GameRow row = usual;
  row.rating = 4096;
  EXPECT_FALSE(single_of(row));
  row = usual;
  row.opponent = 4096;
  EXPECT_FALSE(single_of(row));
  row = usual;
  row.date = 100000101;
  EXPECT_FALSE(single_of(row));
}

TEST(Singles, NumberTheMovesOfChessFirst) {
  const auto number_of = [](unsigned move) {
    return *single_of(static_cast<std::uint16_t>(move), {.games = 1}) & 0xffff;
  };
  std::set<std::uint64_t> numbers;
  for (unsigned move = 0; move < 65536; ++move) numbers.insert(number_of(move));
  EXPECT_EQ(numbers.size(), 65536U);
  const auto move = [](unsigned from, unsigned to, unsigned piece) { return piece << 12 | from << 6 | to; };
  EXPECT_EQ(number_of(move(0, 1, 0)), 0U) << "a1b1";
  EXPECT_EQ(number_of(move(63, 62, 0)), 1791U) << "h8g8";
  EXPECT_LT(number_of(move(4, 7, 0)), 1792U) << "castling";
  EXPECT_EQ(number_of(move(8, 0, 1)), 1792U) << "a2a1n";
  EXPECT_EQ(number_of(move(55, 63, 4)), 1967U) << "h7h8q";
  EXPECT_EQ(number_of(move(0, 0, 0)), 1968U) << "a1a1";
}

/// Numbers near one another, far from 0, at the end of their field, and 0 among them.
TEST(RowWords, ReturnWhatWasWritten) {
  std::mt19937_64 dice(2);
  const auto words = [&dice](const std::vector<unsigned>& fields, std::uint64_t highest_day) {
    Words made(1 + dice() % 60);
    unsigned shift = 0;
    for (const unsigned bits : fields) {
      const std::uint64_t highest = bits == 22 ? highest_day : low_bits(~std::uint64_t{0}, bits);
      const std::uint64_t span = low_bits(dice(), static_cast<unsigned>(dice() % (bits + 1)));
      const std::uint64_t most = std::min(span, highest);
      const std::uint64_t base = dice() % 3 == 0 ? highest - most : dice() % (highest - most + 1);
      const std::uint64_t zeros = dice() % 3 == 0 ? 4 : ~std::uint64_t{0};
      for (std::uint64_t& word : made)
        if (dice() % zeros != 0) word |= (base + dice() % (most + 1)) << shift;
      shift += bits;
    }
    return made;
  };
  for (int i = 0; i < 5000; ++i) {
    const Words singles = words({16, 12, 12, 22, 2}, (9999 * 13 + 12) * 32 + 31);
    Words read(singles.size());
    ASSERT_TRUE(unpack_singles(packed_singles(singles), read));
    ASSERT_EQ(read, singles);
    const Words origins = words({4, 12, 16, 32}, 0);
    Words written = origins;
    std::string bytes;
    BitWriter out(bytes);
    put_origins(out, written);
    out.finish();
    BitReader bits(bytes);
    read.resize(origins.size());
    ASSERT_TRUE(take_origins(bits, read) && bits.is_at_end());
    ASSERT_EQ(read, origins);
  }
}

TEST(RowWords, TakeNoBitsForWhatAllHaveAndFewForUnknownNumbers) {
  const Totals rated{.games = 1,
                     .wins = 1,
                     .rated = 1,
                     .rating_sum = 2501,
                     .opponent_sum = 2502,
                     .first_date = 20201231,
                     .last_date = 20201231};
  Words singles(800, *single_of(796, rated));
  EXPECT_LE(packed_singles(singles).size(), 20U);
  for (std::size_t i = 0; i < singles.size(); i += 9) singles[i] = *single_of(796, {.games = 1, .wins = 1});
  EXPECT_LE(packed_singles(singles).size(), 20U + 3 * 100) << "a bit each for both ratings and the day";
}

TEST(RowWords, RefuseNumbersForWhichAFieldHasNoRoom) {
  Words singles(1);
  EXPECT_TRUE(unpack_singles(codes_with(1, 11, 2048), singles));
  EXPECT_FALSE(unpack_singles(codes_with(1, 11, 2049), singles));
  EXPECT_FALSE(unpack_singles(codes_with(1, 13, 0), singles));
  EXPECT_TRUE(unpack_singles(codes_with(3, 0, (9999 * 13 + 12) * 32 + 31), singles));
  EXPECT_FALSE(unpack_singles(codes_with(3, 0, 10'000 * 13 * 32), singles)) << "no such day";
}

}  // namespace
}  // namespace polyglot::counts
