// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>

namespace polyglot::book {

/// A position as a ChessBase book stores it. The side to move is White. If nobody may castle, its king is on
/// the right half of the board. One stored position stands for up to four real ones. Source:
/// docs/ctg-book.md, "Positions".
class CtgPosition {
 public:
  /// `with_en_passant`: whether the key includes a possible en-passant capture.
  explicit CtgPosition(const chess::Position& position, bool with_en_passant = true);

  /// The key bytes of the position. The first byte holds their number.
  [[nodiscard]] const std::string& key() const noexcept { return key_; }
  /// The hash that leads to the page of the key.
  [[nodiscard]] std::uint32_t hash() const noexcept;

  /// A piece of the stored board; the side to move has the white pieces.
  [[nodiscard]] chess::Piece piece_on(chess::Square stored) const noexcept {
    return board_[static_cast<std::size_t>(stored.index())];
  }
  /// The real square of a stored square.
  [[nodiscard]] chess::Square real(chess::Square stored) const noexcept {
    return chess::Square(stored.index() ^ mirror_);
  }

 private:
  void write_key(const chess::Position& position, bool with_en_passant);

  std::array<chess::Piece, 64> board_{};
  int mirror_ = 0;  ///< the bits in which the number of a real square differs from the stored one
  std::string key_;
};

/// Returns the legal move of a code in a ChessBase book. A code names a piece, by its number among the pieces
/// of its type, and a step. `stored` is `position` as the book stores it. Source: docs/ctg-book.md, "Moves".
[[nodiscard]] std::optional<chess::Move> decode_ctg_move(const chess::Position& position,
                                                         const CtgPosition& stored, std::uint8_t code);

}  // namespace polyglot::book
