// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include <polyglot/chess/position.hpp>
#include <polyglot/protocol/messages.hpp>

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
/// are used. The last `;` may be missing. Failure: no position, an illegal move, or neither bm nor am.
[[nodiscard]] EpdRecord parse_epd(std::string_view line);

/// Reads a file; blank lines are skipped. Failure: `path:line: ...`, no positions, or the system's reason.
[[nodiscard]] std::vector<EpdRecord> read_epd(const std::string& path);

/// When a search may end. Source: docs/tools.md, "epd-test".
struct EpdLimits {
  int min_depth = 8;
  int max_depth = 63;
  int depth_delta = 3;    ///< number of iterations for which the solution must have been the best move
  double min_time = 1.0;  ///< seconds
  double max_time = 5.0;  ///< seconds
};

/// Follows the engine's reports about its search of a test position. The record must outlive it.
class EpdSearch {
 public:
  struct SearchPoint {
    int depth = 0;
    double time = 0;  ///< seconds, by the engine's clock
    std::uint64_t nodes = 0;
  };

  explicit EpdSearch(const EpdRecord& record) : record_(record) {}

  /// Adds a report. Of several variations only the first counts.
  void add(const protocol::Info& info);
  /// Takes the engine's answer, which counts if no variation had a move.
  void finish(std::string_view best_move);

  [[nodiscard]] bool is_solved() const noexcept { return record_.is_solved_by(move_); }
  /// Whether the limit of depth or time is reached, or the solution has been the best move for long enough.
  [[nodiscard]] bool is_over(const EpdLimits& limits, std::chrono::duration<double> elapsed) const noexcept;

  /// When the best move changed to the final move for the last time.
  [[nodiscard]] const SearchPoint& chosen() const noexcept { return chosen_; }
  [[nodiscard]] double pawns() const noexcept { return score_ / 100; }
  /// The last variation, in SAN.
  [[nodiscard]] const std::string& variation() const noexcept { return variation_; }

 private:
  void choose(chess::Move move) noexcept;
  void read_variation(std::string_view moves);

  const EpdRecord& record_;
  SearchPoint now_;
  SearchPoint chosen_;
  chess::Move move_;
  double score_ = 0;  ///< centipawns
  std::string variation_;
};

}  // namespace polyglot::tools
