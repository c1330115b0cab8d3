// SPDX-License-Identifier: MIT
#include "session/recovery/recovery.hpp"
#include <utility>

#include <fmt/format.h>

namespace polyglot::session {
namespace {

using config::OptionId;

constexpr std::chrono::milliseconds kFirstDelay{100};
constexpr std::chrono::milliseconds kLongestDelay{10'000};
/// The shortest time for one move in XBoard's protocol. Another engine gets at least this as remaining time.
constexpr std::chrono::milliseconds kLeastMoveTime{1000};

}  // namespace

bool Recovery::is_wanted(bool in_game) const {
  const std::string& when = options_.text(OptionId::engine_restart);
  return when == "always" || (when == "game" && in_game);
}

bool Recovery::limit_reached() const {
  return restarts_ >= options_.spin(OptionId::engine_restart_limit);
}

Recovery::Milliseconds Recovery::next_delay() {
  const Milliseconds delay = restarts_ == 0 ? Milliseconds(0) : doubled(kFirstDelay, restarts_);
  ++restarts_;
  return std::min(delay, kLongestDelay);
}

Recovery::Milliseconds Recovery::doubled(Milliseconds first, int failures) {
  constexpr int kMostDoublings = 10;
  return first * (1 << std::clamp(failures - 1, 0, kMostDoublings));
}

void Recovery::engine_started() noexcept {
  answer_.reset();
  heard_.reset();
  armed_.reset();  // timers end with the engine
}

bool Recovery::watches() const {
  return options_.spin(OptionId::engine_hang_timeout) > 0 ||
         options_.spin(OptionId::engine_move_margin) > 0 || options_.check(OptionId::engine_last_resort);
}

std::optional<Recovery::Milliseconds> Recovery::answer_deadline() const {
  const Milliseconds limit(options_.spin(OptionId::engine_hang_timeout));
  if (!answer_ || limit.count() == 0) return std::nullopt;
  return std::max(answer_since_ + limit, ready_since_ + doubled(limit, hangs_));
}

std::optional<Recovery::Milliseconds> Recovery::move_deadline(const Awaited& awaited) const {
  const Milliseconds margin(options_.spin(OptionId::engine_move_margin));
  if (!awaited.move_until || margin.count() == 0) return std::nullopt;
  return std::max(*awaited.move_until + margin, ready_since_ + kLeastMoveTime + doubled(margin, hangs_));
}

std::optional<Recovery::Milliseconds> Recovery::hurry_deadline(const Awaited& awaited) {
  const auto& last = awaited.last_moments;
  return last && !last->is_hurried ? std::optional(last->hurry) : std::nullopt;
}

/// The last moment for a move. An engine that sends output when its time is nearly over is slow, but alive.
std::optional<Recovery::Milliseconds> Recovery::last_moment(const Awaited& awaited) const {
  const auto& last = awaited.last_moments;
  return last && !(heard_ && *heard_ >= last->hurry) ? std::optional(last->move) : std::nullopt;
}

bool Recovery::must_hurry(const Awaited& awaited, Milliseconds now) {
  const auto deadline = hurry_deadline(awaited);
  return deadline && *deadline <= now;
}

bool Recovery::is_last_moment(const Awaited& awaited, Milliseconds now) const {
  const auto deadline = last_moment(awaited);
  return deadline && *deadline <= now;
}

void Recovery::watch(const Awaited& awaited, Milliseconds now, Effects& effects) {
  if (std::exchange(answer_, awaited.answer) != awaited.answer) answer_since_ = now;
  for (const auto& deadline :
       {answer_deadline(), move_deadline(awaited), hurry_deadline(awaited), last_moment(awaited)}) {
    if (!deadline || (armed_ && *armed_ <= *deadline)) continue;
    armed_ = deadline;
    effects.timers.push_back({Timer::engine_overdue, std::max(*deadline - now, Milliseconds(0))});
  }
}

std::optional<std::string> Recovery::overdue(const Awaited& awaited, Milliseconds now) const {
  if (is_last_moment(awaited, now)) {
    return "hangs: it has not moved, and its clock has nearly run out (EngineLastResort)";
  }
  const auto answer = answer_deadline();
  if (answer && awaited.answer == answer_ && *answer <= now) {
    return fmt::format("hangs: it has not answered within {} ms (EngineHangTimeout)",
                       options_.spin(OptionId::engine_hang_timeout));
  }
  const auto move = move_deadline(awaited);
  if (move && *move <= now) {
    return fmt::format("hangs: it has not moved {} ms past its deadline (EngineMoveMargin)",
                       options_.spin(OptionId::engine_move_margin));
  }
  return std::nullopt;
}

std::string Recovery::describe() const {
  return fmt::format("Polyglot restarts it ({} of {} restarts in a game)", restarts_,
                     options_.spin(OptionId::engine_restart_limit));
}

}  // namespace polyglot::session
