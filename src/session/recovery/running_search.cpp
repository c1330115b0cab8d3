// SPDX-License-Identifier: MIT
#include "session/recovery/running_search.hpp"
#include <algorithm>

namespace polyglot::session {
std::int64_t time_left(std::int64_t time, std::chrono::milliseconds spent) noexcept {
  return std::max(time - spent.count(), std::min(time, kLeastTimeLeft));
}

protocol::SearchLimits after(std::chrono::milliseconds spent, protocol::SearchLimits limits,
                             std::optional<game::Color> turn) {
  const auto shorten = [&](std::optional<std::int64_t>& time) {
    if (time) *time = time_left(*time, spent);
  };
  if (limits.ponder) return limits;
  shorten(limits.move_time);
  if (turn != game::Color::black) shorten(limits.white_time);
  if (turn != game::Color::white) shorten(limits.black_time);
  return limits;
}

std::optional<std::chrono::milliseconds> time_of(const protocol::SearchLimits& limits, game::Color turn) {
  if (limits.infinite) return std::nullopt;
  const auto clock = turn == game::Color::white ? limits.white_time : limits.black_time;
  const auto time = limits.move_time ? limits.move_time : clock;
  if (!time) return std::nullopt;
  return std::chrono::milliseconds(*time);
}

}  // namespace polyglot::session
