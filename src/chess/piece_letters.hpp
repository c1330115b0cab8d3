// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <polyglot/ascii.hpp>
#include <polyglot/chess/types.hpp>

namespace polyglot::chess {

/// English letters in the order of PieceType, as FEN, SAN and UCI write them.
inline constexpr std::string_view kPieceLetters = "PNBRQK";

constexpr char letter_of(PieceType type) noexcept {
  return kPieceLetters[static_cast<std::size_t>(type)];
}

/// The piece of an upper-case letter; none for any other character.
constexpr PieceType piece_of(char upper) noexcept {
  switch (upper) {
    case 'P':
      return PieceType::pawn;
    case 'N':
      return PieceType::knight;
    case 'B':
      return PieceType::bishop;
    case 'R':
      return PieceType::rook;
    case 'Q':
      return PieceType::queen;
    case 'K':
      return PieceType::king;
    default:
      return PieceType::none;
  }
}

/// The piece of a promotion by its letter, in either case; none for any other character.
constexpr PieceType promotion_of(char letter) noexcept {
  const PieceType type = piece_of(to_upper(letter));
  return type == PieceType::pawn || type == PieceType::king ? PieceType::none : type;
}

}  // namespace polyglot::chess
