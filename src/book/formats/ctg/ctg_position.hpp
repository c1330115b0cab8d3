// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>

namespace polyglot::book {

/// A position as a ChessBase book stores it: the side to move is White, whose king stands on the right wing
/// where nobody may castle. One stored position is up to four real ones.
/// Source: docs/ctg-book.md, "Positions".
class CtgPosition {
 public:
  /// `with_en_passant`: whether a pawn beside the one that was pushed counts.
  explicit CtgPosition(const chess::Position& position, bool with_en_passant = true);

  /// The bytes by which it is found: the first one tells their number.
  [[nodiscard]] const std::string& key() const noexcept { return key_; }
  /// By which the page of a key is found.
  [[nodiscard]] std::uint32_t hash() const noexcept;

  /// A piece of the stored board; white ones are those of the side to move.
  [[nodiscard]] chess::Piece piece_on(chess::Square stored) const noexcept {
    return board_[static_cast<std::size_t>(stored.index())];
  }
  /// Where a stored square is on the real board.
  [[nodiscard]] chess::Square real(chess::Square stored) const noexcept {
    return chess::Square(stored.index() ^ mirror_);
  }

 private:
  void write_key(const chess::Position& position, bool with_en_passant);

  std::array<chess::Piece, 64> board_{};
  int mirror_ = 0;  ///< bits of a square's number that differ from the stored one's
  std::string key_;
};

/// The legal move that a code of a ChessBase book stands for: a piece, counted among those of its kind, and
/// its step. `stored` is `position` as the book has it. Source: docs/ctg-book.md, "Moves".
[[nodiscard]] std::optional<chess::Move> decode_ctg_move(const chess::Position& position,
                                                         const CtgPosition& stored, std::uint8_t code);

}  // namespace polyglot::book
