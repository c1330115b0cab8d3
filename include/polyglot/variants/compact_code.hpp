// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <polyglot/result.hpp>

namespace polyglot::variants {

/// A square by file and rank, from 0. Boards with compact codes have too many squares for Square.
struct BoardPoint {
  int file = 0;
  int rank = 0;

  friend bool operator==(const BoardPoint&, const BoardPoint&) = default;
};

/// A move along a line, or a leap, for which there is a compact code.
struct CompactMove {
  BoardPoint from;
  BoardPoint to;
  bool promotes = false;

  friend bool operator==(const CompactMove&, const CompactMove&) = default;
};

/// Codes of moves in 16 bits for boards of more than 144 squares, where those of book_code() do not fit. They
/// have target, direction and distance. No known program writes them. Source: docs/variant-books.md, "Very
/// large boards".
class CompactCode {
 public:
  /// The largest board is 19x19 (maka dai dai shogi).
  static constexpr int kLargestSide = 19;

  /// Makes the codes of a board. Error: no board has this size.
  [[nodiscard]] static Result<CompactCode> for_board(int files, int ranks);

  /// Returns the code of a move. Error: it has none. It must follow a line, or be a leap (1,2), (1,3) or
  /// (2,3), and may promote only where the code allows it.
  [[nodiscard]] Result<std::uint16_t> encode(const CompactMove& move, Color mover) const;
  /// Reads a code. Returns nothing if it is not a line or leap on this board. The steps of a Lion have codes
  /// whose order is not defined.
  [[nodiscard]] std::optional<CompactMove> decode(std::uint16_t code, Color mover) const;

 private:
  CompactCode(int files, int ranks) noexcept : files_(files), ranks_(ranks) {}

  [[nodiscard]] bool holds(BoardPoint point) const noexcept;
  [[nodiscard]] int squares() const noexcept { return files_ * ranks_; }
  [[nodiscard]] int side() const noexcept { return files_ > ranks_ ? files_ : ranks_; }

  int files_;
  int ranks_;
};

}  // namespace polyglot::variants
