// SPDX-License-Identifier: MIT
#include "session/recovery.hpp"
#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace polyglot::session {
namespace {

using config::OptionId;

constexpr std::chrono::milliseconds kFirstDelay{100};
constexpr std::chrono::milliseconds kLongestDelay{10'000};

}  // namespace

bool Recovery::is_wanted(bool in_game) const {
  const std::string& when = options_.text(OptionId::engine_restart);
  return when == "always" || (when == "game" && in_game);
}

bool Recovery::limit_reached() const {
  return restarts_ >= options_.spin(OptionId::engine_restart_limit);
}

Recovery::Milliseconds Recovery::await_start() {
  awaits_start_ = true;
  if (restarts_++ == 0) return Milliseconds(0);
  Milliseconds delay = kFirstDelay;
  for (int i = 2; i < restarts_ && delay < kLongestDelay; ++i) delay *= 2;
  return std::min(delay, kLongestDelay);
}

void Recovery::engine_started() noexcept {
  answer_.reset();
  armed_.reset();  // timers end with the engine
}

bool Recovery::watches() const {
  return options_.spin(OptionId::engine_hang_timeout) > 0 ||
         options_.spin(OptionId::engine_move_margin) > 0 || options_.check(OptionId::engine_last_resort);
}

std::optional<Recovery::Milliseconds> Recovery::answer_deadline() const {
  const auto limit = options_.spin(OptionId::engine_hang_timeout);
  if (!answer_ || limit == 0) return std::nullopt;
  return answer_since_ + Milliseconds(limit);
}

std::optional<Recovery::Milliseconds> Recovery::move_deadline(const Awaited& awaited) const {
  const auto margin = options_.spin(OptionId::engine_move_margin);
  if (!awaited.move_until || margin == 0) return std::nullopt;
  return std::max(*awaited.move_until, ready_since_) + Milliseconds(margin);
}

void Recovery::watch(const Awaited& awaited, Milliseconds now, Effects& effects) {
  if (std::exchange(answer_, awaited.answer) != awaited.answer) answer_since_ = now;
  for (const auto& deadline : {answer_deadline(), move_deadline(awaited), awaited.last_moment}) {
    if (!deadline || (armed_ && *armed_ <= *deadline)) continue;
    armed_ = deadline;
    effects.timers.push_back({Timer::engine_overdue, std::max(*deadline - now, Milliseconds(0))});
  }
}

std::optional<std::string> Recovery::overdue(const Awaited& awaited, Milliseconds now) const {
  if (awaited.last_moment && *awaited.last_moment <= now) {
    return "hangs: it has not moved and the time is nearly over (EngineLastResort)";
  }
  const auto answer = answer_deadline();
  if (answer && awaited.answer == answer_ && *answer <= now) {
    return fmt::format("hangs: it has not answered within {} ms (EngineHangTimeout)",
                       options_.spin(OptionId::engine_hang_timeout));
  }
  const auto move = move_deadline(awaited);
  if (move && *move <= now) {
    return fmt::format("hangs: it has not moved {} ms past the end of its time (EngineMoveMargin)",
                       options_.spin(OptionId::engine_move_margin));
  }
  return std::nullopt;
}

std::string Recovery::describe() const {
  return fmt::format("it is started again ({} of {} times in a game)", restarts_,
                     options_.spin(OptionId::engine_restart_limit));
}

}  // namespace polyglot::session
