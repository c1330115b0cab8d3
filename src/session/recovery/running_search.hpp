// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>

namespace polyglot::session {

inline constexpr std::int64_t kMillisecondsPerSecond = 1000;
inline constexpr std::int64_t kMillisecondsPerCentisecond = 10;
/// Beyond any game, so that no sum of times overflows.
inline constexpr std::int64_t kLongestTime = 1000LL * 3600 * kMillisecondsPerSecond;

/// The least time in milliseconds that an engine is given, in which it still finds a move.
inline constexpr std::int64_t kLeastTimeLeft = 10;

/// What is left of a time in milliseconds when `spent` of it is over: kLeastTimeLeft at least, or all of a
/// shorter one.
[[nodiscard]] std::int64_t time_left(std::int64_t time, std::chrono::milliseconds spent) noexcept;
/// What is left of a search's time when `spent` of it is over: of the clock of the side to move, or of the
/// time for the move. `turn`: nothing if it is not known.
[[nodiscard]] protocol::SearchLimits after(std::chrono::milliseconds spent, protocol::SearchLimits limits,
                                           std::optional<game::Color> turn);
/// What an engine is to be told of a search's time: what is left without MoveOverhead, pondering or not.
[[nodiscard]] protocol::SearchLimits less_overhead(protocol::SearchLimits limits,
                                                   std::chrono::milliseconds overhead,
                                                   std::optional<game::Color> turn);
/// Milliseconds until the flag falls or the time for the move is over, once it is not pondering any more.
/// Nothing in a search that ends by other limits.
[[nodiscard]] std::optional<std::chrono::milliseconds> time_of(const protocol::SearchLimits& limits,
                                                               game::Color turn);

/// The last search that a GUI of positions asked an engine for, so that another engine can be asked.
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
  /// It has been told to end.
  void stop() noexcept { was_stopped_ = true; }
  /// The same, by a GUI whose clock runs from now on, and nobody else looks whether it does.
  void stop(Milliseconds now) noexcept {
    if (std::exchange(ponders_, false)) begun_ = now;
    if (!stopped_) stopped_ = now;
    stop();
  }

  /// When its time is over; nothing while nobody can say.
  [[nodiscard]] std::optional<Milliseconds> ends() const noexcept {
    return time_ && !ponders_ ? std::optional(begun_ + *time_) : std::nullopt;
  }
  /// When the GUI has told it to end.
  [[nodiscard]] std::optional<Milliseconds> stopped() const noexcept { return stopped_; }
  /// It ends by a time for one move.
  [[nodiscard]] bool has_fixed_time() const noexcept { return limits_.move_time.has_value(); }
  /// Its best move is awaited, as soon as the engine has one.
  [[nodiscard]] bool is_due() const noexcept { return was_stopped_ || !(limits_.infinite || ponders_); }
  /// As the GUI has given them; once what was expected has come, not for pondering any more.
  [[nodiscard]] const protocol::SearchLimits& limits() const noexcept { return limits_; }
  /// What its time is counted from.
  [[nodiscard]] Milliseconds begun() const noexcept { return begun_; }
  [[nodiscard]] bool is_endless() const noexcept { return limits_.infinite; }
  [[nodiscard]] bool was_stopped() const noexcept { return was_stopped_; }

 private:
  protocol::SearchLimits limits_;
  Milliseconds begun_{0};
  std::optional<Milliseconds> time_;  ///< that it may take, from begun_
  bool ponders_ = false;
  bool was_stopped_ = false;
  std::optional<Milliseconds> stopped_;
};

}  // namespace polyglot::session
