// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <polyglot/config/options.hpp>

#include "session/context.hpp"

namespace polyglot::session {

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
  void game_begun() noexcept { restarts_ = in_a_row_ = 0; }

  /// True if an engine that fails now has to be replaced.
  [[nodiscard]] bool is_wanted(bool in_game) const {
    const std::string& when = options_.text(OptionId::engine_restart);
    return when == "always" || (when == "game" && in_game);
  }

  [[nodiscard]] bool limit_reached() const {
    return restarts_ >= options_.spin(OptionId::engine_restart_limit);
  }

  /// Counts a restart, and returns how long to wait before it: the first follows at once, the next ones after
  /// 100 ms, 200 ms, 400 ms and so on, if the engine has made no move since.
  [[nodiscard]] Milliseconds next_delay() {
    constexpr int kMostDoublings = 10;
    ++restarts_;
    const std::uint64_t moves = context_.engine->moves;
    if (std::exchange(moves_before_, moves) != moves) in_a_row_ = 0;
    const int earlier = in_a_row_++;
    if (earlier == 0) return Milliseconds(0);
    return std::min(kFirstDelay * (1 << std::min(earlier - 1, kMostDoublings)), kLongestDelay);
  }

  /// An engine is started, and has no deadlines yet.
  void engine_started() noexcept {
    answer_.reset();
    armed_.reset();  // timers end with the engine
  }

  /// The engine is ready. It has a timeout of its own for a search whose time the previous engine has used
  /// up.
  void engine_ready() noexcept { ready_since_ = context_.now; }
  [[nodiscard]] bool watches() const { return options_.spin(OptionId::engine_hang_timeout) > 0; }

  /// Call it after each event if watches(): starts the timer that is needed.
  void watch(const Awaited& awaited) {
    if (std::exchange(answer_, awaited.answer) != awaited.answer) answer_since_ = context_.now;
    for (const auto& deadline : {answer_deadline(), move_deadline(awaited)}) {
      if (!deadline || (armed_ && *armed_ <= *deadline)) continue;
      armed_ = deadline;
      context_.effects.timers.push_back(
          {Timer::engine_overdue, std::max(*deadline - context_.now, Milliseconds(0))});
    }
  }

  /// The timer has fired, perhaps for something that has happened meanwhile.
  void timer_fired() noexcept {
    if (armed_ && *armed_ <= context_.now) armed_.reset();
  }
  /// What the engine has not done in time, as a part of a sentence; nothing if it is in time.
  [[nodiscard]] std::optional<std::string> overdue(const Awaited& awaited) const {
    const auto answer = answer_deadline();
    if (answer && awaited.answer == answer_ && *answer <= context_.now) {
      return fmt::format("hangs: it has not answered within {} ms (EngineHangTimeout)",
                         options_.spin(OptionId::engine_hang_timeout));
    }
    const auto move = move_deadline(awaited);
    if (move && *move <= context_.now) {
      return fmt::format("hangs: it has not moved {} ms past its deadline (EngineHangTimeout)",
                         options_.spin(OptionId::engine_hang_timeout));
    }
    return std::nullopt;
  }

  /// "Polyglot restarts it (1 of 3 restarts in a game)".
  [[nodiscard]] std::string describe() const {
    return fmt::format("Polyglot restarts it ({} of {} restarts in a game)", restarts_,
                       options_.spin(OptionId::engine_restart_limit));
  }

 private:
  using OptionId = config::OptionId;

  static constexpr std::chrono::milliseconds kFirstDelay{100};
  static constexpr std::chrono::milliseconds kLongestDelay{10'000};
  /// The shortest time for one move in XBoard's protocol. Another engine gets at least this as remaining
  /// time.
  static constexpr std::chrono::milliseconds kLeastMoveTime{1000};

  [[nodiscard]] std::optional<Milliseconds> answer_deadline() const {
    const Milliseconds limit(options_.spin(OptionId::engine_hang_timeout));
    if (!answer_ || limit.count() == 0) return std::nullopt;
    return std::max(answer_since_ + limit, ready_since_ + limit);
  }

  [[nodiscard]] std::optional<Milliseconds> move_deadline(const Awaited& awaited) const {
    const Milliseconds limit(options_.spin(OptionId::engine_hang_timeout));
    if (!awaited.move_until || limit.count() == 0) return std::nullopt;
    return std::max(*awaited.move_until, ready_since_ + kLeastMoveTime) + limit;
  }

  Context& context_;
  const config::Options& options_;
  int restarts_ = 0;                ///< restarts in this game
  int in_a_row_ = 0;                ///< those of them since the engine's last move
  std::uint64_t moves_before_ = 0;  ///< Engine::moves at the last restart
  Milliseconds ready_since_{0};
  std::optional<std::uint64_t> answer_;  ///< the answer that we have waited for since answer_since_
  Milliseconds answer_since_{0};
  std::optional<Milliseconds> armed_;  ///< when the timer will fire
};

}  // namespace polyglot::session
