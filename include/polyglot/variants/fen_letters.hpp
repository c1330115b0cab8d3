// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <polyglot/variants/variant.hpp>

namespace polyglot::variants {

/// How the FENs of a variant name castling rights.
enum class CastlingLetters : std::uint8_t {
  none,   ///< they have no such field
  sides,  ///< `K` and `Q`
  files,  ///< also the files of rooks, or of pieces beside which others may enter
};

/// What XBoard's FENs of a variant are made of.
struct FenLetters {
  std::vector<std::string> pieces;  ///< White's on the board: "N", "+P", "Q~"
  std::vector<std::string> held;    ///< those that can be in hand; none where FENs have no brackets
  CastlingLetters castling = CastlingLetters::none;
};

[[nodiscard]] FenLetters fen_letters(const Variant& variant);

}  // namespace polyglot::variants
