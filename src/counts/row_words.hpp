// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <polyglot/counts/counts_writer.hpp>
#include <polyglot/counts/totals.hpp>

#include "counts/bits.hpp"

/// Rows as numbers of 64 bits, and their bits in a bucket. Source: docs/counts-format.md, "Words".
namespace polyglot::counts {

/// The group of a row, and the input that had it first.
using Origin = std::uint64_t;
[[nodiscard]] Origin origin_of(std::uint32_t input, std::uint32_t group) noexcept;
[[nodiscard]] std::uint32_t group_of(Origin origin) noexcept;
[[nodiscard]] constexpr bool are_of_one_group(Origin a, Origin b) noexcept {
  return low_bits(a ^ b, 32) == 0;
}
[[nodiscard]] constexpr std::uint32_t input_of(Origin origin) noexcept {
  return static_cast<std::uint32_t>(origin >> 32);
}
[[nodiscard]] constexpr Origin with_input(Origin origin, std::uint32_t input) noexcept {
  return low_bits(origin, 32) | std::uint64_t{input} << 32;
}

/// The move and the totals of a row of one game.
using Single = std::uint64_t;
/// Nothing if the totals are those of several games, or a number has no room in a Single.
[[nodiscard]] std::optional<Single> single_of(std::uint16_t move, const Totals& totals) noexcept;
[[nodiscard]] std::optional<Single> single_of(const GameRow& row) noexcept;
[[nodiscard]] std::uint16_t move_of(Single single) noexcept;
[[nodiscard]] Totals totals_of(Single single) noexcept;

/// These two functions write numbers, and change them.
void put_origins(BitWriter& out, std::span<Origin> origins);
void put_singles(BitWriter& out, std::span<Single> singles);
/// False: they are not possible.
[[nodiscard]] bool take_origins(BitReader& in, std::span<Origin> origins) noexcept;
[[nodiscard]] bool take_singles(BitReader& in, std::span<Single> singles) noexcept;

}  // namespace polyglot::counts
