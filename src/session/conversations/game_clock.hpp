// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>

#include "session/recovery/running_search.hpp"

namespace polyglot::session {

/// The time control of a game in which we are one of the players, and both clocks if they are known.
///
/// The GUI's values count. Between two of its updates, our own clock is reduced by the time of our searches.
class GameClock {
 public:
  using Milliseconds = std::chrono::milliseconds;

  void set(const protocol::SetTimeControl& control) {
    control_ = control;
    move_time_.reset();
    if (!has_clock_) reset_clocks();
  }

  void set(const protocol::SetMoveTime& limit) noexcept { move_time_ = limit.time; }
  void set(const protocol::SetDepthLimit& limit) noexcept {
    depth_ = limit.depth > 0 ? std::optional(limit.depth) : std::nullopt;
  }
  void set(const protocol::SetNodeRate& rate) noexcept { node_rate_ = std::max<std::int64_t>(rate.nps, 0); }
  void set(const protocol::SetClock& clock) {
    (clock.ours ? ours_ : theirs_) = std::clamp<std::int64_t>(clock.time, 0, kLongestTime);
    has_clock_ = true;
  }

  /// A new game: clears depth and node limits, and restarts the time control.
  void new_game() {
    depth_.reset();
    node_rate_ = 0;
    has_clock_ = false;
    started_.reset();
    reset_clocks();
  }

  /// Call start() when our search begins, because our clock runs then. Call stop_with_move() when it ends
  /// with our move, and stop() when it is dropped.
  void start(Milliseconds now) { started_ = now; }

  void stop_with_move(Milliseconds now, const game::Game& next) {
    stop(now);
    ours_ += control_.increment;
    const int moves = next.move_number() - (next.turn() == chess::Color::white ? 1 : 0);
    if (control_.moves > 0 && moves % control_.moves == 0) ours_ += control_.base;
  }

  void stop(Milliseconds now) {
    if (!started_) return;
    ours_ = std::max<std::int64_t>(ours_ - (now - *started_).count(), 0);
    started_.reset();
  }

  [[nodiscard]] Milliseconds running(Milliseconds now) const noexcept {
    return started_ ? now - *started_ : Milliseconds(0);
  }

  /// What a search for the next move of a game may use. `fudge`: milliseconds subtracted from a fixed time.
  /// `count_nodes`: turn a node rate into a limit of nodes.
  [[nodiscard]] protocol::SearchLimits limits(const game::Game& game, std::int64_t fudge,
                                              bool count_nodes) const {
    protocol::SearchLimits limits;
    limits.depth = depth_;
    if (count_nodes && node_rate_ > 0) {
      limits.nodes = static_cast<std::uint64_t>(node_limit(game.move_number()));
      return limits;
    }
    if (move_time_) {
      limits.move_time = std::max<std::int64_t>(*move_time_ - fudge, 1);
      return limits;
    }
    const bool white = game.turn() == chess::Color::white;
    // An engine treats a clock of 0 as no clock, and would think without end.
    const std::int64_t ours = std::max(ours_, kLeastTimeLeft);
    const std::int64_t theirs = std::max(theirs_, kLeastTimeLeft);
    limits.white_time = white ? ours : theirs;
    limits.black_time = white ? theirs : ours;
    if (control_.increment > 0) limits.white_increment = limits.black_increment = control_.increment;
    if (const int to_go = moves_to_go(game.move_number()); to_go > 0) limits.moves_to_go = to_go;
    return limits;
  }

  /// The node rate that replaces time, in nodes per second; 0: none.
  [[nodiscard]] std::int64_t node_rate() const noexcept { return node_rate_; }

 private:
  /// The assumed number of remaining moves if the time control has none.
  static constexpr int kUsualMovesToGo = 40;

  /// The number of nodes for a time, by a rate of nodes per second; limited to the type's maximum.
  static std::int64_t nodes_in(std::int64_t time, std::int64_t rate) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    return rate > 0 && time > kMost / rate ? kMost : time * rate / kMillisecondsPerSecond;
  }

  void reset_clocks() {
    if (control_.base > 0) ours_ = theirs_ = control_.base;
  }

  /// Moves until the next period; 0 if there is none.
  [[nodiscard]] int moves_to_go(int move_number) const {
    if (control_.moves <= 0) return 0;
    return control_.moves - (move_number - 1) % control_.moves;
  }

  [[nodiscard]] std::int64_t node_limit(int move_number) const {
    if (move_time_) return nodes_in(*move_time_, node_rate_);
    const int to_go = moves_to_go(move_number);
    const std::int64_t share = ours_ / (to_go > 0 ? to_go : kUsualMovesToGo) + control_.increment;
    return nodes_in(std::min(share, ours_), node_rate_);
  }

  protocol::SetTimeControl control_{};
  std::optional<std::int64_t> move_time_;  ///< ms
  std::optional<int> depth_;
  std::int64_t node_rate_ = 0;
  bool has_clock_ = false;  ///< the GUI has set a clock in this game
  // In milliseconds; five minutes until the GUI sends other values, as in 2.0.4.
  std::int64_t ours_ = 300'000;
  std::int64_t theirs_ = 300'000;
  std::optional<Milliseconds> started_;  ///< the time since when our clock has been running
};

}  // namespace polyglot::session
