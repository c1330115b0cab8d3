// SPDX-License-Identifier: MIT
#pragma once

#include "variants/rules.hpp"

namespace polyglot::variants {

/// The square that is some files and ranks away, if the board has it. On a cylinder, files wrap around.
inline std::optional<Square> shifted(const Rules& rules, Square from, int files, int ranks) noexcept {
  const BoardSize& board = rules.board;
  int file = board.file(from) + files;
  const int rank = board.rank(from) + ranks;
  if (rules.wraps) file = (file % board.files + board.files) % board.files;
  if (file < 0 || file >= board.files || rank < 0 || rank >= board.ranks) return std::nullopt;
  return board.square(file, rank);
}

/// The squares on a line from a square, at most `range` of them (0: all). The line ends at the edge, or on a
/// cylinder at its start.
inline std::vector<Square> line_from(const Rules& rules, Square from, int files, int ranks, int range) {
  std::vector<Square> line;
  std::optional<Square> next = shifted(rules, from, files, ranks);
  while (next && *next != from && (range == 0 || static_cast<int>(line.size()) < range)) {
    line.push_back(*next);
    next = shifted(rules, *next, files, ranks);
  }
  return line;
}

inline bool may_stand(const Rules& rules, const PieceKind& kind, Color color, Square square) noexcept {
  const BoardSize& board = rules.board;
  const int file = board.file(square);
  return kind.area.contains(color == Color::white ? file : board.files - 1 - file, board.rank(square, color));
}

/// The number of ranks of a White move, seen by `color`.
constexpr int forward(int ranks, Color color) noexcept {
  return color == Color::white ? ranks : -ranks;
}

/// True if a set of ranks contains the rank of a square, as `color` counts it.
inline bool holds(RankSet ranks, const BoardSize& board, Square square, Color color) noexcept {
  return (ranks >> board.rank(square, color) & 1) != 0;
}

}  // namespace polyglot::variants
