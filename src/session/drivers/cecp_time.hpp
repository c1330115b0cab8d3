// SPDX-License-Identifier: MIT
#pragma once

#include <iterator>

#include <fmt/format.h>

#include <polyglot/game/game.hpp>
#include <polyglot/protocol/cecp_engine.hpp>
#include <polyglot/protocol/messages.hpp>

#include "session/recovery/running_search.hpp"

namespace polyglot::session {

/// Expresses limits of a search by the commands of games: `level`, `st`, `sd`, `nps`, `time` and `otim`.
/// Source: CECP, "Time control".
class CecpTime {
 public:
  explicit CecpTime(const protocol::CecpFeatures& features) noexcept : features_(features) {}

  /// Whether a limit of the last search is still in force that only `new` resets.
  [[nodiscard]] bool needs_new_game(const protocol::SearchLimits& limits, chess::Color to_move) const {
    if ((sent_.depth && !limits.depth) || (sent_.node_rate && !counts_nodes(limits))) return true;
    // No specification says that `level` resets `st`.
    return sent_.fixed && clock(limits, to_move);
  }

  void forget() noexcept { sent_ = Sent{}; }
  /// Writes the changes of the time control for a search of a game's last position.
  void print_control(const protocol::SearchLimits& limits, const game::Game& game, std::string& out) {
    if (const auto now = clock(limits, game.turn())) {
      // "One move per period" for a fraction of a second belongs to one move only.
      const bool each_its_own = now->moves_to_go == 1 && !limits.moves_to_go;
      const int made = each_its_own ? 0 : game.move_number() - 1;
      print_level(*now, made, out);
    } else if (const std::int64_t seconds = fixed_seconds(limits); sent_.fixed != seconds) {
      fmt::format_to(std::back_inserter(out), "st {}\n", seconds);
      sent_.fixed = seconds;
      sent_.level.reset();
    }
    if (counts_nodes(limits) && sent_.node_rate != node_rate(limits)) {
      sent_.node_rate = node_rate(limits);
      fmt::format_to(std::back_inserter(out), "nps {}\n", *sent_.node_rate);
    }
    if (limits.depth && sent_.depth != limits.depth) {
      fmt::format_to(std::back_inserter(out), "sd {}\n", *limits.depth);
      sent_.depth = limits.depth;
    }
  }

  void print_clocks(const protocol::SearchLimits& limits, chess::Color to_move, std::string& out) const {
    const auto now = clock(limits, to_move);
    if (!now || !features_.time) return;
    const auto centiseconds = [](std::int64_t time) {
      return std::clamp(time, kMillisecondsPerCentisecond, kLongestTime) / kMillisecondsPerCentisecond;
    };
    fmt::format_to(std::back_inserter(out), "time {}\notim {}\n", centiseconds(now->time),
                   centiseconds(now->opponent));
  }

 private:
  static constexpr std::int64_t kSecondsPerMinute = 60;
  /// The time for searches that end by other limits. Not more, because numbers in fairymax overflow after
  /// 2147 seconds.
  static constexpr std::int64_t kPlentyOfSeconds = 1800;
  /// A lower bound for the speed of engines. Engines that ignore `?` end by the time computed from it.
  static constexpr std::uint64_t kNodesPerSecond = 100'000;
  static constexpr int kMostMovesToGo = 100'000;

  static std::int64_t seconds_rounded_up(std::int64_t milliseconds) {
    return std::max<std::int64_t>(
        1, (std::clamp<std::int64_t>(milliseconds, 0, kLongestTime) + kMillisecondsPerSecond - 1) /
               kMillisecondsPerSecond);
  }

  /// The seconds of `st` if there is no clock. `st` cannot have fractions: hoichess refuses them, and sjeng
  /// reads them as minutes.
  static std::int64_t fixed_seconds(const protocol::SearchLimits& limits) {
    if (limits.move_time) return seconds_rounded_up(*limits.move_time);
    if (!limits.nodes) return kPlentyOfSeconds;
    const std::uint64_t seconds = 1 + *limits.nodes / kNodesPerSecond;
    return static_cast<std::int64_t>(std::min<std::uint64_t>(seconds, kPlentyOfSeconds));
  }

  /// The length of a period such that `moves_to_go` moves remain, as the engine counts them.
  static int period_for(int moves_to_go, int moves_made, int period) {
    if (moves_to_go <= 0) return 0;
    if (period > 0 && period - moves_made % period == moves_to_go) return period;
    return moves_to_go + moves_made;
  }

  /// The number of nodes that count as one second, so that the limit of nodes takes the seconds of `st`.
  static std::uint64_t node_rate(const protocol::SearchLimits& limits) {
    return std::max<std::uint64_t>(1, *limits.nodes / static_cast<std::uint64_t>(fixed_seconds(limits)));
  }

  /// A clock for the engine. Times in milliseconds.
  struct Clock {
    std::int64_t time = 0;
    std::int64_t opponent = 0;
    std::int64_t increment = 0;
    int moves_to_go = 0;  ///< 0: for the rest of the game
  };
  /// Whether the search is limited by nodes without a clock. Then `st` is in seconds of the node rate.
  [[nodiscard]] bool counts_nodes(const protocol::SearchLimits& limits) const {
    const bool timed = limits.white_time || limits.black_time || limits.move_time;
    return features_.nps && limits.nodes && !timed;
  }

  [[nodiscard]] std::optional<Clock> clock(const protocol::SearchLimits& limits, chess::Color to_move) const {
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

  void print_level(const Clock& clock, int moves_made, std::string& out) {
    // Engines read whole seconds. The rest of the increment is included in `time`.
    const Level level = {
        .period = period_for(clock.moves_to_go, moves_made, sent_.level ? sent_.level->period : 0),
        .increment = clock.increment / kMillisecondsPerSecond};
    if (sent_.level == level) return;
    // Rounded up, because a game with `level 0 0 0` is lost at once.
    const std::int64_t base = seconds_rounded_up(clock.time);
    auto to = std::back_inserter(out);
    fmt::format_to(to, "level {} {}", level.period, base / kSecondsPerMinute);
    if (base % kSecondsPerMinute != 0) fmt::format_to(to, ":{:02}", base % kSecondsPerMinute);
    fmt::format_to(to, " {}\n", level.increment);
    sent_.level = level;
    sent_.fixed.reset();
  }

  struct Level {
    int period;              ///< moves
    std::int64_t increment;  ///< seconds

    friend bool operator==(const Level&, const Level&) = default;
  };
  struct Sent {
    std::optional<Level> level;
    std::optional<std::int64_t> fixed;       ///< seconds, by `st`
    std::optional<int> depth;                ///< by `sd`
    std::optional<std::uint64_t> node_rate;  ///< by `nps`
  };

  const protocol::CecpFeatures& features_;
  Sent sent_ = {};
};

}  // namespace polyglot::session
