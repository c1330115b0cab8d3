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
  constexpr int kMostDoublings = 10;
  const int earlier = restarts_++;
  if (earlier == 0) return Milliseconds(0);
  return std::min(kFirstDelay * (1 << std::min(earlier - 1, kMostDoublings)), kLongestDelay);
}

void Recovery::engine_started() noexcept {
  answer_.reset();
  armed_.reset();  // timers end with the engine
}

bool Recovery::watches() const {
  return options_.spin(OptionId::engine_hang_timeout) > 0;
}

std::optional<Recovery::Milliseconds> Recovery::answer_deadline() const {
  const Milliseconds limit(options_.spin(OptionId::engine_hang_timeout));
  if (!answer_ || limit.count() == 0) return std::nullopt;
  return std::max(answer_since_ + limit, ready_since_ + limit);
}

std::optional<Recovery::Milliseconds> Recovery::move_deadline(const Awaited& awaited) const {
  const Milliseconds limit(options_.spin(OptionId::engine_hang_timeout));
  if (!awaited.move_until || limit.count() == 0) return std::nullopt;
  return std::max(*awaited.move_until, ready_since_ + kLeastMoveTime) + limit;
}

void Recovery::watch(const Awaited& awaited) {
  if (std::exchange(answer_, awaited.answer) != awaited.answer) answer_since_ = context_.now;
  for (const auto& deadline : {answer_deadline(), move_deadline(awaited)}) {
    if (!deadline || (armed_ && *armed_ <= *deadline)) continue;
    armed_ = deadline;
    context_.effects.timers.push_back(
        {Timer::engine_overdue, std::max(*deadline - context_.now, Milliseconds(0))});
  }
}

std::optional<std::string> Recovery::overdue(const Awaited& awaited) const {
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

std::string Recovery::describe() const {
  return fmt::format("Polyglot restarts it ({} of {} restarts in a game)", restarts_,
                     options_.spin(OptionId::engine_restart_limit));
}

}  // namespace polyglot::session
