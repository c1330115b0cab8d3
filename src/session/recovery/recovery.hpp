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

/// The last moments of a search whose time is nearly over (EngineLastResort).
struct LastMoments {
  std::chrono::milliseconds hurry{0};  ///< when the engine is told to move at once
  bool is_hurried = false;             ///< it has been told already
  std::chrono::milliseconds move{0};   ///< when a move is played for an engine that has sent nothing since
};

/// What the engine has to do next.
struct Awaited {
  /// The engine has to move.
  bool move = false;
  /// When the time for its move is over, by its clock, by the time for one move, or since it was told to
  /// move.
  std::optional<std::chrono::milliseconds> move_until = std::nullopt;
  std::optional<LastMoments> last_moments = std::nullopt;
  /// The number of the question that it has to answer, while it does not search or was told to end. The
  /// number stays until it has answered.
  std::optional<std::uint64_t> answer = std::nullopt;
};

/// The earlier of two times; if one is missing, the other.
[[nodiscard]] inline std::optional<std::chrono::milliseconds> earlier(
    std::optional<std::chrono::milliseconds> one, std::optional<std::chrono::milliseconds> other) {
  if (!one || !other) return one ? one : other;
  return std::min(*one, *other);
}

/// Decides whether and when a failed engine is replaced (EngineRestart, EngineRestartLimit), and when a
/// living engine counts as failed (EngineHangTimeout, EngineMoveMargin). It holds all counts of failures of a
/// session.
class Recovery {
 public:
  using Milliseconds = std::chrono::milliseconds;

  explicit Recovery(const config::Options& options) noexcept : options_(options) {}

  /// A game begins: earlier failures no longer count.
  void game_begun() noexcept { restarts_ = hangs_ = 0; }

  /// True if an engine that fails now has to be replaced.
  [[nodiscard]] bool is_wanted(bool in_game) const;
  [[nodiscard]] bool limit_reached() const;
  /// Counts a restart, and returns how long to wait before it: the first follows at once, the next ones after
  /// 100 ms, 200 ms, 400 ms and so on.
  [[nodiscard]] Milliseconds next_delay();
  /// An engine is started, and has no deadlines yet.
  void engine_started() noexcept;
  /// The engine is ready. It has a margin of its own for a search whose time the previous engine has used up.
  /// This margin, and the time for its first answers, grow with the number of engines that have hung.
  void engine_ready(Milliseconds now) noexcept { ready_since_ = now; }
  /// The engine has sent output, so it does not hang.
  void engine_heard(Milliseconds now) noexcept { heard_ = now; }
  /// The engine has failed because it hangs. Each of several such engines in a row gets more time.
  void engine_hung() noexcept { ++hangs_; }
  [[nodiscard]] bool has_hung() const noexcept { return hangs_ > 0; }
  /// The engine has moved in time.
  void engine_moved() noexcept { hangs_ = 0; }
  [[nodiscard]] bool watches() const;
  /// Call it after each event if watches(): starts the timer that is needed. `now`: the time of the event.
  void watch(const Awaited& awaited, Milliseconds now, Effects& effects);
  /// The timer has fired, perhaps for something that has happened meanwhile.
  void timer_fired(Milliseconds now) noexcept {
    if (armed_ && *armed_ <= now) armed_.reset();
  }
  /// The time for the move is nearly over. must_hurry(): tell the engine to move at once. is_last_moment():
  /// play a move for it.
  [[nodiscard]] static bool must_hurry(const Awaited& awaited, Milliseconds now);
  [[nodiscard]] bool is_last_moment(const Awaited& awaited, Milliseconds now) const;
  /// What the engine has not done in time, as a part of a sentence; nothing if it is in time.
  [[nodiscard]] std::optional<std::string> overdue(const Awaited& awaited, Milliseconds now) const;

  /// "Polyglot restarts it (1 of 3 restarts in a game)".
  [[nodiscard]] std::string describe() const;

 private:
  /// `first` after the first of `failures`, twice as much after the next, and so on.
  [[nodiscard]] static Milliseconds doubled(Milliseconds first, int failures);
  [[nodiscard]] std::optional<Milliseconds> answer_deadline() const;
  [[nodiscard]] std::optional<Milliseconds> move_deadline(const Awaited& awaited) const;
  [[nodiscard]] static std::optional<Milliseconds> hurry_deadline(const Awaited& awaited);
  [[nodiscard]] std::optional<Milliseconds> last_moment(const Awaited& awaited) const;

  const config::Options& options_;
  int restarts_ = 0;  ///< restarts in this game
  int hangs_ = 0;     ///< hangs since an engine last moved
  Milliseconds ready_since_{0};
  std::optional<Milliseconds> heard_;    ///< when this engine last sent output
  std::optional<std::uint64_t> answer_;  ///< the answer that we have waited for since answer_since_
  Milliseconds answer_since_{0};
  std::optional<Milliseconds> armed_;  ///< when the timer will fire
};

}  // namespace polyglot::session
