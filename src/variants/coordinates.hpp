// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/variants/position.hpp>

namespace polyglot::variants {

/// What a move in coordinates says: all that book codes are made of.
struct Coordinates {
  char dropped = '\0';  ///< capital letter of a piece from the hand; no `from` then
  Square from{};
  Square to{};
  std::optional<Square> via{};  ///< of a Lion's two steps
  /// Letter of the piece promoted to or gated, small; `+` for the promoted form, `=` for a promotion not
  /// taken.
  char suffix = '\0';

  friend bool operator==(const Coordinates&, const Coordinates&) = default;
};

/// How castling is written.
enum class CastlingText : std::uint8_t { king_moves, king_takes_rook, rook_takes_king };
inline constexpr std::array kCastlingTexts = {CastlingText::king_moves, CastlingText::king_takes_rook,
                                              CastlingText::rook_takes_king};

/// Of a legal move, castling as the variant has it.
[[nodiscard]] Coordinates coordinates_of(const Position& position, const Move& move);
[[nodiscard]] Coordinates coordinates_of(const Position& position, const Move& move, CastlingText castling);

/// The number that the first rank has: XBoard counts boards of ten ranks from 0.
[[nodiscard]] int first_rank_of_xboard(const Variant& variant) noexcept;

/// True where a promotion is `+`, and one that is declined `=`.
[[nodiscard]] bool has_signs_of_promotion(const Rules& rules);

/// Reads and writes texts as `e2e4`, `P@e4`, `e7e8q`, `f4e5,e5d6`; nothing for other texts. Reads `e2-e4` and
/// `f4xe5-d6` as well.
[[nodiscard]] std::optional<Coordinates> read_coordinates(const Variant& variant, std::string_view text,
                                                          int first_rank);
[[nodiscard]] std::string write_coordinates(const Variant& variant, const Coordinates& coordinates,
                                            int first_rank);

}  // namespace polyglot::variants
