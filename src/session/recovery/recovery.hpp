// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include <polyglot/config/options.hpp>
#include <polyglot/session/effects.hpp>

namespace polyglot::session {

/// When a search is ended whose time is nearly over: EngineLastResort.
struct LastMoments {
  std::chrono::milliseconds hurry{0};  ///< the engine is told to move at once
  bool is_hurried = false;             ///< it has been told
  std::chrono::milliseconds move{0};   ///< a move is played for one that has said nothing since
};

/// What an engine is waited for.
struct Awaited {
  /// It is to move.
  bool move = false;
  /// When the time for its move is over, by its clock, by the time for one move, or since it was told to
  /// move.
  std::optional<std::chrono::milliseconds> move_until = std::nullopt;
  std::optional<LastMoments> last_moments = std::nullopt;
  /// Number of the question that it should answer, while it does not search or has been told to end: the same
  /// until it has.
  std::optional<std::uint64_t> answer = std::nullopt;
};

/// The one that comes first, or that there is.
[[nodiscard]] inline std::optional<std::chrono::milliseconds> earlier(
    std::optional<std::chrono::milliseconds> one, std::optional<std::chrono::milliseconds> other) {
  if (!one || !other) return one ? one : other;
  return std::min(*one, *other);
}

/// Whether an engine that has failed is followed by another, and how soon: EngineRestart,
/// EngineRestartLimit; and when one that lives counts as failed: EngineHangTimeout, EngineMoveMargin. All
/// that a session counts and remembers of failures.
class Recovery {
 public:
  using Milliseconds = std::chrono::milliseconds;

  explicit Recovery(const config::Options& options) noexcept : options_(options) {}

  /// What has failed before does not count any more.
  void game_begun() noexcept { restarts_ = hangs_ = 0; }

  /// True if an engine that fails now is to be followed by another.
  [[nodiscard]] bool is_wanted(bool in_game) const;
  [[nodiscard]] bool limit_reached() const;
  /// How long to wait before another engine is started, which counts from now on: the first follows at once,
  /// the next ones after 100 ms, 200 ms, 400 ms and so on.
  [[nodiscard]] Milliseconds next_delay();
  /// An engine is started: nobody is waited for yet.
  void engine_started() noexcept;
  /// It is ready, and has a margin of its own for a search whose time the one before has used up. For that
  /// and for its first answers it has the longer, the more of them have hung.
  void engine_ready(Milliseconds now) noexcept { ready_since_ = now; }
  /// It has said something: it does not hang.
  void engine_heard(Milliseconds now) noexcept { heard_ = now; }
  /// It has failed because it hangs. Engines that do so one after the other get longer and longer.
  void engine_hung() noexcept { ++hangs_; }
  [[nodiscard]] bool has_hung() const noexcept { return hangs_ > 0; }
  /// It has moved in time.
  void engine_moved() noexcept { hangs_ = 0; }
  [[nodiscard]] bool watches() const;
  /// After each event, if it watches: arms the timer that it takes. `now`: the time of the event.
  void watch(const Awaited& awaited, Milliseconds now, Effects& effects);
  /// The timer has fired, which may be of something that has come meanwhile.
  void timer_fired(Milliseconds now) noexcept {
    if (armed_ && *armed_ <= now) armed_.reset();
  }
  /// The time for the move is nearly over: the engine is to be told to move at once; or a move is played for
  /// it.
  [[nodiscard]] static bool must_hurry(const Awaited& awaited, Milliseconds now);
  [[nodiscard]] bool is_last_moment(const Awaited& awaited, Milliseconds now) const;
  /// What the engine has not done in time, for a sentence; nothing if all is well.
  [[nodiscard]] std::optional<std::string> overdue(const Awaited& awaited, Milliseconds now) const;

  /// "Polyglot restarts it (1 of 3 restarts in a game)".
  [[nodiscard]] std::string describe() const;

 private:
  /// `first` behind the first of `failures`, twice as much behind the next, and so on.
  [[nodiscard]] static Milliseconds doubled(Milliseconds first, int failures);
  [[nodiscard]] std::optional<Milliseconds> answer_deadline() const;
  [[nodiscard]] std::optional<Milliseconds> move_deadline(const Awaited& awaited) const;
  [[nodiscard]] static std::optional<Milliseconds> hurry_deadline(const Awaited& awaited);
  [[nodiscard]] std::optional<Milliseconds> last_moment(const Awaited& awaited) const;

  const config::Options& options_;
  int restarts_ = 0;  ///< in this game
  int hangs_ = 0;     ///< of them those since an engine has moved last that were because it hung
  Milliseconds ready_since_{0};
  std::optional<Milliseconds> heard_;    ///< when this engine has said something last
  std::optional<std::uint64_t> answer_;  ///< that is waited for since answer_since_
  Milliseconds answer_since_{0};
  std::optional<Milliseconds> armed_;  ///< when the timer fires
};

}  // namespace polyglot::session
