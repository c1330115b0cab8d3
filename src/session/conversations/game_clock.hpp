// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

#include <polyglot/protocol/messages.hpp>

#include "session/move_text.hpp"

namespace polyglot::session {

/// The time control of a game in which we are one of the players, and both clocks if they are known.
///
/// The GUI's values count. Between two of its updates, our own clock is reduced by the time of our searches.
class GameClock {
 public:
  using Milliseconds = std::chrono::milliseconds;

  void set(const protocol::SetTimeControl& control);
  void set(const protocol::SetMoveTime& limit) noexcept { move_time_ = limit.time; }
  void set(const protocol::SetDepthLimit& limit) noexcept {
    depth_ = limit.depth > 0 ? std::optional(limit.depth) : std::nullopt;
  }
  void set(const protocol::SetNodeRate& rate) noexcept { node_rate_ = std::max<std::int64_t>(rate.nps, 0); }
  void set(const protocol::SetClock& clock);

  /// A new game: clears depth and node limits, and restarts the time control.
  void new_game();

  /// Call start() when our search begins, because our clock runs then. Call stop_with_move() when it ends
  /// with our move, and stop() when it is dropped.
  void start(Milliseconds now);
  void stop_with_move(Milliseconds now, MoveNumber next);
  void stop(Milliseconds now);

  /// How long our clock has been running for this move.
  [[nodiscard]] Milliseconds running(Milliseconds now) const noexcept {
    return started_ ? now - *started_ : Milliseconds(0);
  }

  /// What a search for this move may use. `fudge`: milliseconds subtracted from a fixed time. `count_nodes`:
  /// turn a node rate into a limit of nodes.
  [[nodiscard]] protocol::SearchLimits limits(MoveNumber move, std::int64_t fudge, bool count_nodes) const;
  /// The node rate that replaces time, in nodes per second; 0: none.
  [[nodiscard]] std::int64_t node_rate() const noexcept { return node_rate_; }

 private:
  void reset_clocks();
  [[nodiscard]] int moves_to_go(int move_number) const;
  [[nodiscard]] std::int64_t node_limit(int move_number) const;

  protocol::SetTimeControl control_{};
  std::optional<std::int64_t> move_time_;  ///< ms
  std::optional<int> depth_;
  std::int64_t node_rate_ = 0;
  bool told_ = false;  ///< the GUI has set a clock in this game
  // In milliseconds; five minutes until the GUI sends other values, as in 2.0.4.
  std::int64_t ours_ = 300'000;
  std::int64_t theirs_ = 300'000;
  std::optional<Milliseconds> started_;  ///< the time since when our clock has been running
};

}  // namespace polyglot::session
