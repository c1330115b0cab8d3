// SPDX-License-Identifier: MIT
#include "session/drivers/cecp_time.hpp"
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "session/recovery/running_search.hpp"

namespace polyglot::session {
namespace {

using protocol::SearchLimits;

constexpr std::int64_t kSecondsPerMinute = 60;
/// The time for searches that end by other limits. Not more, because numbers in fairymax overflow after 2147
/// seconds.
constexpr std::int64_t kPlentyOfSeconds = 1800;
/// A lower bound for the speed of engines. Engines that ignore `?` end by the time computed from it.
constexpr std::uint64_t kNodesPerSecond = 100'000;
constexpr int kMostMovesToGo = 100'000;

std::int64_t seconds_rounded_up(std::int64_t milliseconds) {
  return std::max<std::int64_t>(
      1, (std::clamp<std::int64_t>(milliseconds, 0, kLongestTime) + kMillisecondsPerSecond - 1) /
             kMillisecondsPerSecond);
}

/// The seconds of `st` if there is no clock. `st` cannot have fractions: hoichess refuses them, and sjeng
/// reads them as minutes.
std::int64_t fixed_seconds(const SearchLimits& limits) {
  if (limits.move_time) return seconds_rounded_up(*limits.move_time);
  if (!limits.nodes) return kPlentyOfSeconds;
  const std::uint64_t seconds = 1 + *limits.nodes / kNodesPerSecond;
  return static_cast<std::int64_t>(std::min<std::uint64_t>(seconds, kPlentyOfSeconds));
}

/// The length of a period such that `moves_to_go` moves remain, as the engine counts them.
int period_for(int moves_to_go, int moves_made, int period) {
  if (moves_to_go <= 0) return 0;
  if (period > 0 && period - moves_made % period == moves_to_go) return period;
  return moves_to_go + moves_made;
}

/// The number of nodes that count as one second, so that the limit of nodes takes the seconds of `st`.
std::uint64_t node_rate(const SearchLimits& limits) {
  return std::max<std::uint64_t>(1, *limits.nodes / static_cast<std::uint64_t>(fixed_seconds(limits)));
}

}  // namespace

std::optional<CecpTime::Clock> CecpTime::clock(const SearchLimits& limits, chess::Color to_move) const {
  if (limits.move_time) {
    // One move in a second of which only a part remains: the only way to express a fraction.
    const bool sayable = *limits.move_time % kMillisecondsPerSecond == 0 && !features_.is_gnuchess();
    if (sayable || !features_.time) return std::nullopt;
    return Clock{*limits.move_time, *limits.move_time, 0, 1};
  }
  const bool white = to_move == chess::Color::white;
  const auto time = white ? limits.white_time : limits.black_time;
  const auto opponent = white ? limits.black_time : limits.white_time;
  const auto increment = white ? limits.white_increment : limits.black_increment;
  if (!time) {
    // gnuchess reads `st` as an increment, which neither `level` nor `new` resets.
    if (!features_.is_gnuchess()) return std::nullopt;
    return Clock{fixed_seconds(limits) * kMillisecondsPerSecond,
                 fixed_seconds(limits) * kMillisecondsPerSecond, 0, 1};
  }
  return Clock{*time, opponent.value_or(*time),
               std::clamp<std::int64_t>(increment.value_or(0), 0, kLongestTime),
               std::clamp(limits.moves_to_go.value_or(0), 0, kMostMovesToGo)};
}

bool CecpTime::needs_new_game(const SearchLimits& limits, chess::Color to_move) const {
  if ((told_.depth && !limits.depth) || (told_.node_rate && !counts_nodes(limits))) return true;
  // No specification says that `level` resets `st`.
  return told_.fixed && clock(limits, to_move);
}

/// Whether the search is limited by nodes without a clock. Then `st` is in seconds of the node rate.
bool CecpTime::counts_nodes(const SearchLimits& limits) const {
  const bool timed = limits.white_time || limits.black_time || limits.move_time;
  return features_.nps && limits.nodes && !timed;
}

void CecpTime::print_control(const SearchLimits& limits, const MoveNumber& next, std::string& out) {
  if (const auto now = clock(limits, next.side)) {
    // "One move per period" for a fraction of a second belongs to one move only.
    const bool each_its_own = now->moves_to_go == 1 && !limits.moves_to_go;
    const int made = each_its_own ? 0 : next.number - 1;
    print_level(*now, made, out);
  } else if (const std::int64_t seconds = fixed_seconds(limits); told_.fixed != seconds) {
    fmt::format_to(std::back_inserter(out), "st {}\n", seconds);
    told_.fixed = seconds;
    told_.level.reset();
  }
  if (counts_nodes(limits) && told_.node_rate != node_rate(limits)) {
    told_.node_rate = node_rate(limits);
    fmt::format_to(std::back_inserter(out), "nps {}\n", *told_.node_rate);
  }
  if (limits.depth && told_.depth != limits.depth) {
    fmt::format_to(std::back_inserter(out), "sd {}\n", *limits.depth);
    told_.depth = limits.depth;
  }
}

void CecpTime::print_level(const Clock& clock, int moves_made, std::string& out) {
  // Engines read whole seconds. The rest of the increment is included in `time`.
  const Level level = {
      .period = period_for(clock.moves_to_go, moves_made, told_.level ? told_.level->period : 0),
      .increment = clock.increment / kMillisecondsPerSecond};
  if (told_.level == level) return;
  // Rounded up, because a game with `level 0 0 0` is lost at once.
  const std::int64_t base = seconds_rounded_up(clock.time);
  auto to = std::back_inserter(out);
  fmt::format_to(to, "level {} {}", level.period, base / kSecondsPerMinute);
  if (base % kSecondsPerMinute != 0) fmt::format_to(to, ":{:02}", base % kSecondsPerMinute);
  fmt::format_to(to, " {}\n", level.increment);
  told_.level = level;
  told_.fixed.reset();
}

void CecpTime::print_clocks(const SearchLimits& limits, chess::Color to_move, std::string& out) const {
  const auto now = clock(limits, to_move);
  if (!now || !features_.time) return;
  const auto centiseconds = [](std::int64_t time) {
    return std::clamp(time, kMillisecondsPerCentisecond, kLongestTime) / kMillisecondsPerCentisecond;
  };
  fmt::format_to(std::back_inserter(out), "time {}\notim {}\n", centiseconds(now->time),
                 centiseconds(now->opponent));
}

}  // namespace polyglot::session
