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

/// All changes that moves make to signatures, as a filter.
class CraftyChanges {
 public:
  CraftyChanges();

  /// True for the changes of all legal moves, and for one of fourteen other numbers.
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

/// Tells quickly that a book has no moves of a position. A walk over a book looks up 30 times as many
/// positions as the book has; for most of them all moves would have to be tried on records of other
/// positions. Memory: 256 KiB, and 4 bytes for each record.
class CraftyFilter {
 public:
  /// `start_book` may be null.
  CraftyFilter(const CraftyFile& book, const CraftyFile* start_book);

  /// The legal moves after which the books may have the position: all after which one has moves, and few
  /// others.
  [[nodiscard]] chess::MoveList moves_into(const chess::Position& position) const;

 private:
  /// The key is of a move that would only end the right to take en passant.
  [[nodiscard]] bool may_have(std::uint64_t key) const noexcept;

  CraftyChanges changes_;
  bool is_whole_ = true;
  std::vector<std::uint32_t> ends_;   ///< of the records of each cluster
  std::vector<std::uint32_t> parts_;  ///< of the keys of all records, by clusters
};

}  // namespace polyglot::book
