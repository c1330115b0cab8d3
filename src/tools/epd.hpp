// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/chess/position.hpp>

namespace polyglot::tools {

/// A position of a test suite with the moves to find or to avoid.
/// Source: PGN standard 16.2, "EPD".
struct EpdRecord {
  chess::Position position;
  std::vector<chess::Move> moves;
  bool avoid = false;   ///< operation am, not bm
  std::string id = {};  ///< as written, with quotes; empty if there is none
  std::size_t line = 0;

  /// True if a move solves the position; the null move means no move.
  [[nodiscard]] bool is_solved_by(chess::Move move) const noexcept;
};

/// Reads a line: four fields of a FEN, perhaps two counters, and operations, of which bm (or else am) and id
/// are used. The last `;` may be missing. Error: no position, an illegal move, or neither bm nor am.
[[nodiscard]] EpdRecord parse_epd(std::string_view line);

/// Reads a file; blank lines are skipped. Error: `path:line: ...`, no positions, or the system's reason.
[[nodiscard]] std::vector<EpdRecord> read_epd(const std::string& path);

}  // namespace polyglot::tools
