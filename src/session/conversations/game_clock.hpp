// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

#include <polyglot/protocol/messages.hpp>

#include "session/move_text.hpp"

namespace polyglot::session {

/// The time control of a game in which we are one of the players, and both clocks as far as they are known.
///
/// The GUI's word counts; between two of its updates our own clock runs by the time our searches take.
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

  /// A new game: depth and node limits are gone, the time control stays and begins anew.
  void new_game();

  /// Our search begins to cost us time, has ended with our move, or has been dropped.
  void start(Milliseconds now);
  void stop_with_move(Milliseconds now, MoveNumber next);
  void stop(Milliseconds now);

  /// How long our clock has been running for this move.
  [[nodiscard]] Milliseconds running(Milliseconds now) const noexcept {
    return started_ ? now - *started_ : Milliseconds(0);
  }

  /// What a search for this move may use. `fudge`: milliseconds taken off a fixed time.
  /// `count_nodes`: a node rate is turned into a limit of nodes.
  [[nodiscard]] protocol::SearchLimits limits(MoveNumber move, std::int64_t fudge, bool count_nodes) const;
  /// Nodes per second that stand for time; 0: none.
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
  // In milliseconds; until told otherwise, five minutes, as in 2.0.4.
  std::int64_t ours_ = 300'000;
  std::int64_t theirs_ = 300'000;
  std::optional<Milliseconds> started_;  ///< our clock runs since then
};

}  // namespace polyglot::session
