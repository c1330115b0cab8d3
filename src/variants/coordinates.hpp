// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/variants/position.hpp>

namespace polyglot::variants {

/// The parts of a move in coordinates. Book codes are computed from them.
struct Coordinates {
  char dropped = '\0';  ///< capital letter of a dropped piece; then `from` is not used
  Square from{};
  Square to{};
  std::optional<Square> via{};  ///< the square between a Lion's two steps
  /// The small letter of the new piece of a promotion, or of a gated piece. `+` is the promoted form, `=` is
  /// a declined promotion.
  char suffix = '\0';

  friend bool operator==(const Coordinates&, const Coordinates&) = default;
};

enum class CastlingText : std::uint8_t { king_moves, king_takes_rook, rook_takes_king };
inline constexpr std::array kCastlingTexts = {CastlingText::king_moves, CastlingText::king_takes_rook,
                                              CastlingText::rook_takes_king};

/// The coordinates of a legal move, with castling as the variant writes it.
[[nodiscard]] Coordinates coordinates_of(const Position& position, const Move& move);
[[nodiscard]] Coordinates coordinates_of(const Position& position, const Move& move, CastlingText castling);

/// XBoard's number for the first rank: 0 on boards of ten ranks.
[[nodiscard]] int first_rank_of_xboard(const Variant& variant) noexcept;

/// True if the variant writes a promotion as `+` and a declined one as `=`.
[[nodiscard]] bool has_signs_of_promotion(const Rules& rules);

/// Reads and writes texts like `e2e4`, `P@e4`, `e7e8q`, `f4e5,e5d6`. Reads `e2-e4` and `f4xe5-d6`, too.
/// Nothing for other texts.
[[nodiscard]] std::optional<Coordinates> read_coordinates(const Variant& variant, std::string_view text,
                                                          int first_rank);
[[nodiscard]] std::string write_coordinates(const Variant& variant, const Coordinates& coordinates,
                                            int first_rank);

}  // namespace polyglot::variants
