// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "counts/bits.hpp"
#include "counts/column_code.hpp"

namespace polyglot::counts {
namespace {

using Column64 = std::vector<std::uint64_t>;
constexpr std::uint64_t kHighest = ~std::uint64_t{0};

std::string packed(const Column64& numbers, bool is_signed) {
  std::string bytes;
  BitWriter bits(bytes);
  bits.reserve(3);
  bits.put_bits(5, 3);
  put_numbers(bits, numbers, is_signed);
  bits.finish();
  return bytes;
}

bool unpack(const std::string& bytes, std::size_t size, bool is_signed, unsigned most_bits,
            UnpackedColumn& column) {
  BitReader bits(bytes);
  return bits.take_bits(3) == 5 && column.take(bits, size, is_signed, most_bits) && bits.is_at_end();
}

TEST(ColumnCode, ReturnsNumbersOfAnySize) {
  std::mt19937_64 dice(1);
  for (int i = 0; i < 2000; ++i) {
    Column64 numbers(dice() % 50);
    const auto usual = static_cast<unsigned>(dice() % 64);
    const auto rare = static_cast<unsigned>(dice() % 64);
    for (std::uint64_t& number : numbers) number = dice() >> (dice() % 20 == 0 ? rare : usual);
    if (dice() % 8 == 0) std::ranges::fill(numbers, dice() >> usual);
    for (const bool is_signed : {false, true}) {
      UnpackedColumn column;
      ASSERT_TRUE(unpack(packed(numbers, is_signed), numbers.size(), is_signed, 64, column));
      for (std::size_t at = 0; at < numbers.size(); ++at) ASSERT_EQ(column[at], numbers[at]);
    }
  }
}

TEST(ColumnCode, HasRoomForTheHighestNumbers) {
  for (const Column64& numbers :
       {Column64{kHighest}, Column64{0, kHighest}, Column64{kHighest, 1, 2, 3, 4, 5, 6, 7}})
    for (const bool is_signed : {false, true}) {
      UnpackedColumn column;
      ASSERT_TRUE(unpack(packed(numbers, is_signed), numbers.size(), is_signed, 64, column));
      for (std::size_t at = 0; at < numbers.size(); ++at) EXPECT_EQ(column[at], numbers[at]);
    }
}

TEST(ColumnCode, TakesFewBitsForNumbersThatAreAlmostAlwaysSmall) {
  Column64 numbers(1000, 1);
  EXPECT_LE(packed(numbers, false).size(), 4U);
  for (std::size_t at = 0; at < numbers.size(); ++at) numbers[at] = at % 2;
  EXPECT_LE(packed(numbers, false).size(), 128U);
  numbers[500] = std::uint64_t{1} << 40;
  EXPECT_LE(packed(numbers, false).size(), 270U);
}

TEST(ColumnCode, RefusesNumbersThatAreTooLongAndCodesThatDoNotExist) {
  UnpackedColumn column;
  const std::string bytes = packed({1, 70'000}, false);
  EXPECT_TRUE(unpack(bytes, 2, false, 17, column));
  EXPECT_FALSE(unpack(bytes, 2, false, 16, column));
  EXPECT_FALSE(unpack(bytes.substr(0, bytes.size() - 1), 2, false, 17, column));
  for (const unsigned code : {129U, 255U}) {
    std::string unknown;
    BitWriter bits(unknown);
    bits.reserve(75);
    bits.put_bits(5, 3);
    bits.put_bits(code, 8);
    bits.put_bits(0, 64);
    bits.finish();
    EXPECT_FALSE(unpack(unknown, 1, false, 64, column));
  }
}

/// The code of variable length can write numbers that no number here has room for.
TEST(ColumnCode, RefusesNumbersOfMoreThan64Bits) {
  for (const unsigned order : {0U, 1U, 40U, 63U})
    for (const unsigned length : {64U, 65U}) {
      std::string bytes;
      BitWriter bits(bytes);
      bits.reserve(200);
      bits.put_bits(5, 3);
      bits.put_bits(65 + order, 8);
      bits.put_unary(length - order);
      bits.put_bits(0, length - 1);  // the highest bit is not written
      bits.finish();
      UnpackedColumn column;
      ASSERT_EQ(unpack(bytes, 1, false, 64, column), length == 64) << length << " bits, order " << order;
      EXPECT_TRUE(length > 64 || column[0] == std::uint64_t{1} << 63);
    }
}

}  // namespace
}  // namespace polyglot::counts
