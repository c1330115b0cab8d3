// SPDX-License-Identifier: MIT
#include "counts/column_code.hpp"
#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "counts/columns.hpp"

namespace polyglot::counts {
namespace {

/// Codes up to this one have a fixed width: that many bits for each number, after the lowest number has been
/// subtracted. A higher code is of variable length, and its order is code - kMostWidth - 1.
constexpr unsigned kMostWidth = 64;

/// The order of a code of variable length, and the bits that it takes.
struct VariableCode {
  unsigned order = 0;
  std::uint64_t bits = 0;
};

/// lengths[n]: how many numbers have n bits.
using Lengths = std::array<std::uint32_t, kMostWidth + 1>;

/// The shortest code for numbers of `longest` bits at most.
VariableCode shortest_code(const Lengths& lengths, unsigned longest) noexcept {
  std::uint64_t above = 0;         // numbers that are longer than the order
  std::uint64_t twice_length = 0;  // twice the sum of the lengths of these numbers
  std::uint64_t all = 0;
  for (unsigned length = 0; length <= longest; ++length) {
    all += lengths[length];
    above += length == 0 ? 0 : lengths[length];
    twice_length += std::uint64_t{2} * length * lengths[length];
  }
  VariableCode best{.bits = std::numeric_limits<std::uint64_t>::max()};
  for (unsigned order = 0; order < kMostWidth; ++order) {
    const std::uint64_t bits = (all - above) * (order + 1) + twice_length - above * order;
    if (bits < best.bits) best = {.order = order, .bits = bits};
    if (above == 0) break;
    above -= lengths[order + 1];
    twice_length -= std::uint64_t{2} * (order + 1) * lengths[order + 1];
  }
  return best;
}

/// The number that is stored. If a column may have negative numbers, they become positive.
constexpr std::uint64_t plain(std::uint64_t number, bool is_signed) noexcept {
  return is_signed ? zigzag(number) : number;
}

/// The shortest code of variable length. It uses two tables of lengths, because a processor waits for a count
/// that it has just written.
VariableCode shortest_code(std::span<const std::uint64_t> numbers, bool is_signed) noexcept {
  Lengths lengths{};
  Lengths others{};
  std::uint64_t any = 0;
  const auto length = [is_signed, &any](std::uint64_t number) {
    const std::uint64_t coded = plain(number, is_signed);
    any |= coded;
    return static_cast<unsigned>(std::bit_width(coded));
  };
  std::size_t i = 0;
  for (; i + 2 <= numbers.size(); i += 2) {
    ++lengths[length(numbers[i])];
    ++others[length(numbers[i + 1])];
  }
  if (i < numbers.size()) ++lengths[length(numbers[i])];
  const auto longest = static_cast<unsigned>(std::bit_width(any));
  for (unsigned bits = 0; bits <= longest; ++bits) lengths[bits] += others[bits];
  return shortest_code(lengths, longest);
}

/// Writes numbers by a code of variable length.
void put_variable(BitWriter& out, std::span<const std::uint64_t> numbers, bool is_signed, VariableCode code) {
  out.reserve(8 + code.bits);
  BitWriter bits = out;
  bits.put_bits(kMostWidth + 1 + code.order, 8);
  for (const std::uint64_t number : numbers) {
    const std::uint64_t coded = plain(number, is_signed);
    const auto length = static_cast<unsigned>(std::bit_width(coded));
    const unsigned above = length > code.order ? length - code.order : 0;
    const unsigned rest = above > 0 ? length - 1 : code.order;
    bits.put_unary_and_bits(above, low_bits(coded, rest), rest);
  }
  out = bits;
}

template <bool is_signed>
void put_shorter(BitWriter& out, std::span<const std::uint64_t> numbers) {
  if (numbers.empty()) return;
  constexpr std::uint64_t kSign = is_signed ? std::uint64_t{1} << 63 : 0;
  std::uint64_t differences = 0;
  for (const std::uint64_t number : numbers) differences |= number ^ numbers.front();
  std::uint64_t low = numbers.front() ^ kSign;
  std::uint64_t high = low;
  if (differences != 0) {
    for (const std::uint64_t number : numbers) {
      low = std::min(low, number ^ kSign);
      high = std::max(high, number ^ kSign);
    }
  }
  const auto width = static_cast<unsigned>(std::bit_width(high - low));
  const std::uint64_t base = plain(low ^ kSign, is_signed);
  const auto of_base = static_cast<unsigned>(std::bit_width(base));
  const std::uint64_t fixed = std::uint64_t{width} * numbers.size() + 7 + of_base;
  if (width > 1) {
    const VariableCode code = shortest_code(numbers, is_signed);
    if (code.bits < fixed) return put_variable(out, numbers, is_signed, code);
  }
  out.reserve(8 + fixed);
  BitWriter bits = out;
  bits.put_bits(width, 8);
  bits.put_bits(of_base, 7);
  bits.put_bits(base, of_base);
  if (width > 0)
    bits.put_each(numbers, width, [low](std::uint64_t number) { return (number ^ kSign) - low; });
  out = bits;
}

/// The bits of a number after those in unary.
constexpr std::uint64_t rest_of(std::uint64_t above, unsigned order) noexcept {
  return above == 0 ? order : above + order - 1;
}

/// Reads numbers of a code of variable length. False: one is too long.
bool take_variable(BitReader& in, std::span<std::uint64_t> numbers, bool is_signed, unsigned order) {
  BitReader bits = in;
  for (std::uint64_t& number : numbers) {
    const std::uint64_t word = bits.peek();
    auto above = static_cast<std::uint64_t>(std::countr_one(word));
    std::uint64_t rest = rest_of(above, order);
    std::uint64_t coded = 0;
    if (above + 1 + rest <= BitReader::kPeek) {
      coded = low_bits(word >> (above + 1), static_cast<unsigned>(rest));
      bits.drop(static_cast<unsigned>(above + 1 + rest));
    } else {
      above = bits.take_unary();
      if (above + order > kMostWidth) return false;
      rest = rest_of(above, order);
      coded = bits.take_bits(static_cast<unsigned>(rest));
    }
    coded |= std::uint64_t{above > 0} << rest;
    number = is_signed ? unzigzag(coded) : coded;
  }
  in = bits;
  return true;
}

}  // namespace

void put_numbers(BitWriter& out, std::span<const std::uint64_t> numbers, bool is_signed) {
  is_signed ? put_shorter<true>(out, numbers) : put_shorter<false>(out, numbers);
}

bool UnpackedColumn::take_above_lowest(BitReader& in, std::span<std::uint64_t> numbers, bool is_signed,
                                       unsigned width) {
  const auto of_lowest = static_cast<unsigned>(in.take_bits(7));
  if (of_lowest > kMostWidth) return false;
  const std::uint64_t coded = in.take_bits(of_lowest);
  const std::uint64_t lowest = is_signed ? unzigzag(coded) : coded;
  if (width == 0) {
    mask_ = 0;
    numbers.front() = lowest;
    return true;
  }
  std::uint64_t* next = numbers.data();
  in.take_each(numbers.size(), width, [&next, lowest](std::uint64_t above) { *next++ = lowest + above; });
  return true;
}

bool UnpackedColumn::take(BitReader& in, std::size_t size, bool is_signed, unsigned most_bits) {
  if (numbers_.size() < std::max<std::size_t>(size, 1)) numbers_.resize(std::max<std::size_t>(size, 1));
  mask_ = ~std::size_t{0};
  if (size == 0) return true;
  const std::span numbers = std::span(numbers_).first(size);
  const auto code = static_cast<unsigned>(in.take_bits(8));
  const bool taken = code <= kMostWidth ? take_above_lowest(in, numbers, is_signed, code)
                                        : code <= 2 * kMostWidth &&
                                              take_variable(in, numbers, is_signed, code - kMostWidth - 1);
  std::uint64_t all = 0;
  for (const std::uint64_t number : numbers.first(mask_ == 0 ? 1 : size)) all |= number;
  return taken && (is_signed || low_bits(all, most_bits) == all);
}

}  // namespace polyglot::counts
