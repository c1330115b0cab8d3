// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/chess/types.hpp>

#include "book/formats/crafty/crafty_file.hpp"

namespace polyglot::book {

/// A filter for the changes that moves make to signatures.
class CraftyChanges {
 public:
  CraftyChanges();

  /// True for the change of every legal move, and for one of fourteen other numbers.
  [[nodiscard]] bool may_contain(std::uint64_t change) const noexcept { return bits_[change % kBits]; }

 private:
  static constexpr std::size_t kBits = std::size_t{1} << 20;

  void add_moves(chess::Piece mover, chess::Square from, chess::Square to);
  void add_castling(chess::Color color, chess::CastlingSide side);
  /// Adds a change alone, with each piece that may be taken, and with the castling rights that may be lost.
  void add(std::uint64_t change, chess::Color mover, chess::Square from, chess::Square to);
  void add(std::uint64_t change) { bits_[change % kBits] = true; }

  std::vector<bool> bits_ = std::vector<bool>(kBits);
};

/// Finds out quickly that a book has no moves of a position. A walk over a book looks up 30 times as many
/// positions as the book has. Without the filter, it would compute the keys of all moves in most of them.
/// Memory: 256 KiB, and 4 bytes for each record.
class CraftyFilter {
 public:
  /// `start_book` may be null.
  CraftyFilter(const CraftyFile& book, const CraftyFile* start_book);

  /// Returns the legal moves after which a book may have moves. It leaves out no move after which one has
  /// moves, and keeps few others.
  [[nodiscard]] chess::MoveList moves_into(const chess::Position& position) const;

 private:
  /// `key`: that of an imaginary move that only ends the right to capture en passant.
  [[nodiscard]] bool may_have(std::uint64_t key) const noexcept;

  CraftyChanges changes_;
  bool is_whole_ = true;
  std::vector<std::uint32_t> ends_;   ///< cluster n has the parts from ends_[n] to ends_[n + 1]
  std::vector<std::uint32_t> parts_;  ///< the stored parts of all keys, by cluster
};

}  // namespace polyglot::book
