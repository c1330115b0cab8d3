// SPDX-License-Identifier: MIT
#include "session/conversations/game_clock.hpp"
#include <limits>

#include "session/recovery/running_search.hpp"

namespace polyglot::session {
namespace {

/// The assumed number of remaining moves if the time control has none.
constexpr int kUsualMovesToGo = 40;

/// The number of nodes for a time, by a rate of nodes per second; limited to the type's maximum.
std::int64_t nodes_in(std::int64_t time, std::int64_t rate) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  return rate > 0 && time > kMost / rate ? kMost : time * rate / kMillisecondsPerSecond;
}

}  // namespace

void GameClock::set(const protocol::SetTimeControl& control) {
  control_ = control;
  move_time_.reset();
  if (!told_) reset_clocks();
}

void GameClock::reset_clocks() {
  if (control_.base > 0) ours_ = theirs_ = control_.base;
}

void GameClock::set(const protocol::SetClock& clock) {
  (clock.ours ? ours_ : theirs_) = std::clamp<std::int64_t>(clock.time, 0, kLongestTime);
  told_ = true;
}

void GameClock::new_game() {
  depth_.reset();
  node_rate_ = 0;
  told_ = false;
  started_.reset();
  reset_clocks();
}

void GameClock::start(Milliseconds now) {
  started_ = now;
}

void GameClock::stop(Milliseconds now) {
  if (!started_) return;
  ours_ = std::max<std::int64_t>(ours_ - (now - *started_).count(), 0);
  started_.reset();
}

void GameClock::stop_with_move(Milliseconds now, MoveNumber next) {
  stop(now);
  ours_ += control_.increment;
  const int moves = next.number - (next.side == chess::Color::white ? 1 : 0);
  if (control_.moves > 0 && moves % control_.moves == 0) ours_ += control_.base;
}

/// Moves until the next period; 0 if there is none.
int GameClock::moves_to_go(int move_number) const {
  if (control_.moves <= 0) return 0;
  return control_.moves - (move_number - 1) % control_.moves;
}

std::int64_t GameClock::node_limit(int move_number) const {
  if (move_time_) return nodes_in(*move_time_, node_rate_);
  const int to_go = moves_to_go(move_number);
  const std::int64_t share = ours_ / (to_go > 0 ? to_go : kUsualMovesToGo) + control_.increment;
  return nodes_in(std::min(share, ours_), node_rate_);
}

protocol::SearchLimits GameClock::limits(MoveNumber move, std::int64_t fudge, bool count_nodes) const {
  protocol::SearchLimits limits;
  limits.depth = depth_;
  if (count_nodes && node_rate_ > 0) {
    limits.nodes = static_cast<std::uint64_t>(node_limit(move.number));
    return limits;
  }
  if (move_time_) {
    limits.move_time = std::max<std::int64_t>(*move_time_ - fudge, 1);
    return limits;
  }
  const bool white = move.side == chess::Color::white;
  // An engine treats a clock of 0 as no clock, and would think without end.
  const std::int64_t ours = std::max(ours_, kLeastTimeLeft);
  const std::int64_t theirs = std::max(theirs_, kLeastTimeLeft);
  limits.white_time = white ? ours : theirs;
  limits.black_time = white ? theirs : ours;
  if (control_.increment > 0) limits.white_increment = limits.black_increment = control_.increment;
  if (const int to_go = moves_to_go(move.number); to_go > 0) limits.moves_to_go = to_go;
  return limits;
}

}  // namespace polyglot::session
