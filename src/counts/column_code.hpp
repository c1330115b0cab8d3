// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "counts/bits.hpp"

/// The bits of a column of a bucket. Source: docs/counts-format.md, "Columns".
namespace polyglot::counts {

/// Writes a column by the shorter code. `is_signed`: numbers are differences modulo 2^64.
void put_numbers(BitWriter& out, std::span<const std::uint64_t> numbers, bool is_signed);

/// The numbers of a column that has been read. If all are equal, it has only one.
class UnpackedColumn {
 public:
  /// Reads `size` numbers. False: there is no such code, or a number has more than `most_bits`, which does
  /// not matter for signed ones.
  [[nodiscard]] bool take(BitReader& in, std::size_t size, bool is_signed, unsigned most_bits);
  [[nodiscard]] std::uint64_t operator[](std::size_t at) const noexcept { return numbers_[at & mask_]; }

 private:
  [[nodiscard]] bool take_above_lowest(BitReader& in, std::span<std::uint64_t> numbers, bool is_signed,
                                       unsigned width);

  std::vector<std::uint64_t> numbers_;  ///< and perhaps more, of earlier columns
  std::size_t mask_ = 0;
};

}  // namespace polyglot::counts
