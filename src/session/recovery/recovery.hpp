// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include <polyglot/config/options.hpp>

#include "session/context.hpp"

namespace polyglot::session {

/// What the engine has to do next.
struct Awaited {
  /// When the time for its move is over, by its clock or by the time for one move.
  std::optional<std::chrono::milliseconds> move_until = std::nullopt;
  /// The number of the question that it has to answer, while it does not search or was told to end. The
  /// number stays until it has answered.
  std::optional<std::uint64_t> answer = std::nullopt;
};

/// Decides whether and when a failed engine is replaced (EngineRestart, EngineRestartLimit), and when a
/// living engine counts as failed (EngineHangTimeout). It counts the restarts of a session.
class Recovery {
 public:
  using Milliseconds = std::chrono::milliseconds;

  explicit Recovery(Context& context) noexcept : context_(context), options_(context.options) {}

  /// A game begins: earlier failures no longer count.
  void game_begun() noexcept { restarts_ = 0; }

  /// True if an engine that fails now has to be replaced.
  [[nodiscard]] bool is_wanted(bool in_game) const;
  [[nodiscard]] bool limit_reached() const;
  /// Counts a restart, and returns how long to wait before it: the first follows at once, the next ones after
  /// 100 ms, 200 ms, 400 ms and so on.
  [[nodiscard]] Milliseconds next_delay();
  /// An engine is started, and has no deadlines yet.
  void engine_started() noexcept;
  /// The engine is ready. It has a timeout of its own for a search whose time the previous engine has used
  /// up.
  void engine_ready() noexcept { ready_since_ = context_.now; }
  [[nodiscard]] bool watches() const;
  /// Call it after each event if watches(): starts the timer that is needed.
  void watch(const Awaited& awaited);
  /// The timer has fired, perhaps for something that has happened meanwhile.
  void timer_fired() noexcept {
    if (armed_ && *armed_ <= context_.now) armed_.reset();
  }
  /// What the engine has not done in time, as a part of a sentence; nothing if it is in time.
  [[nodiscard]] std::optional<std::string> overdue(const Awaited& awaited) const;

  /// "Polyglot restarts it (1 of 3 restarts in a game)".
  [[nodiscard]] std::string describe() const;

 private:
  [[nodiscard]] std::optional<Milliseconds> answer_deadline() const;
  [[nodiscard]] std::optional<Milliseconds> move_deadline(const Awaited& awaited) const;

  Context& context_;
  const config::Options& options_;
  int restarts_ = 0;  ///< restarts in this game
  Milliseconds ready_since_{0};
  std::optional<std::uint64_t> answer_;  ///< the answer that we have waited for since answer_since_
  Milliseconds answer_since_{0};
  std::optional<Milliseconds> armed_;  ///< when the timer will fire
};

}  // namespace polyglot::session
