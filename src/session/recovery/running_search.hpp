// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>

namespace polyglot::session {

inline constexpr std::int64_t kMillisecondsPerSecond = 1000;
inline constexpr std::int64_t kMillisecondsPerCentisecond = 10;
/// Longer than any game; a limit, so that no sum of times overflows.
inline constexpr std::int64_t kLongestTime = 1000LL * 3600 * kMillisecondsPerSecond;

/// The minimum time in milliseconds for an engine, in which it still finds a move.
inline constexpr std::int64_t kLeastTimeLeft = 10;

/// The rest of a time in milliseconds after `spent`: at least kLeastTimeLeft, or the whole time if it is
/// shorter.
[[nodiscard]] inline std::int64_t time_left(std::int64_t time, std::chrono::milliseconds spent) noexcept {
  return std::max(time - spent.count(), std::min(time, kLeastTimeLeft));
}

/// The limits of a search after `spent`, which is subtracted from the clock of the side to move, or from the
/// time for the move. `turn`: nothing if it is not known.
[[nodiscard]] inline protocol::SearchLimits after(std::chrono::milliseconds spent,
                                                  protocol::SearchLimits limits,
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

/// The milliseconds until the flag falls or the time for the move is over, not counting pondering. Nothing in
/// a search that ends by other limits.
[[nodiscard]] inline std::optional<std::chrono::milliseconds> time_of(const protocol::SearchLimits& limits,
                                                                      game::Color turn) {
  if (limits.infinite) return std::nullopt;
  const auto clock = turn == game::Color::white ? limits.white_time : limits.black_time;
  const auto time = limits.move_time ? limits.move_time : clock;
  if (!time) return std::nullopt;
  return std::chrono::milliseconds(*time);
}

/// The last search that a GUI of positions has requested, so that another engine can do it.
class RunningSearch {
 public:
  using Milliseconds = std::chrono::milliseconds;

  RunningSearch() = default;
  RunningSearch(protocol::SearchLimits limits, game::Color turn, Milliseconds now)
      : limits_(std::move(limits)), begun_(now), time_(time_of(limits_, turn)), ponders_(limits_.ponder) {}
  void ponder_hit(Milliseconds now) noexcept {
    if (!std::exchange(ponders_, false)) return;
    begun_ = now;
    limits_.ponder = false;
  }
  void stop() noexcept { was_stopped_ = true; }
  /// The GUI has told it to end. The GUI's clock runs from now on.
  void stop(Milliseconds now) noexcept {
    if (std::exchange(ponders_, false)) begun_ = now;
    stop();
  }

  /// When its time is over; nothing if that is not known.
  [[nodiscard]] std::optional<Milliseconds> ends() const noexcept {
    return time_ && !ponders_ ? std::optional(begun_ + *time_) : std::nullopt;
  }
  /// Whether its best move is wanted as soon as the engine has one.
  [[nodiscard]] bool is_due() const noexcept { return was_stopped_ || !(limits_.infinite || ponders_); }
  /// The GUI's limits; after a ponderhit they are no longer for pondering.
  [[nodiscard]] const protocol::SearchLimits& limits() const noexcept { return limits_; }
  [[nodiscard]] Milliseconds begun() const noexcept { return begun_; }
  [[nodiscard]] bool is_endless() const noexcept { return limits_.infinite; }
  [[nodiscard]] bool was_stopped() const noexcept { return was_stopped_; }

 private:
  protocol::SearchLimits limits_;
  Milliseconds begun_{0};
  std::optional<Milliseconds> time_;  ///< the time that it may take, from begun_
  bool ponders_ = false;
  bool was_stopped_ = false;
};

}  // namespace polyglot::session
