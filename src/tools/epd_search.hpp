// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include <polyglot/protocol/messages.hpp>

#include "tools/epd.hpp"

namespace polyglot::tools {

/// When a search may end. Source: docs/tools.md, "epd-test".
struct EpdLimits {
  int min_depth = 8;
  int max_depth = 63;
  int depth_delta = 3;    ///< number of iterations for which the solution must have been the best move
  double min_time = 1.0;  ///< seconds
  double max_time = 5.0;  ///< seconds
};

/// Follows the engine's reports about its search of a test position.
class EpdSearch {
 public:
  /// A point in a search.
  struct Place {
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
  /// True if the search can end.
  [[nodiscard]] bool is_over(const EpdLimits& limits, std::chrono::duration<double> elapsed) const noexcept;

  /// When the best move changed to the final move for the last time.
  [[nodiscard]] const Place& chosen() const noexcept { return chosen_; }
  [[nodiscard]] double pawns() const noexcept { return score_ / 100; }
  /// The last variation, in SAN.
  [[nodiscard]] const std::string& variation() const noexcept { return variation_; }

 private:
  void choose(chess::Move move) noexcept;
  void read_variation(std::string_view moves);

  const EpdRecord& record_;
  Place now_;
  Place chosen_;
  chess::Move move_;
  double score_ = 0;  ///< centipawns
  std::string variation_;
};

}  // namespace polyglot::tools
