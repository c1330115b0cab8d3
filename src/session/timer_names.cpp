// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include <polyglot/session/effects.hpp>

namespace polyglot::session {
namespace {

/// In the order of Timer.
constexpr std::array<std::string_view, 10> kTimerNames{
    "engine_start", "engine_silence", "engine_features", "early_quit",     "unheard_stop",
    "book_search",  "book_verdict",   "engine_restart",  "engine_overdue", "last_word"};
static_assert(kTimerNames.size() == static_cast<std::size_t>(Timer::last_word) + 1);

}  // namespace

std::string_view name_of(Timer timer) {
  return kTimerNames.at(static_cast<std::size_t>(timer));
}

std::optional<Timer> timer_named(std::string_view name) {
  const auto* const found = std::ranges::find(kTimerNames, name);
  if (found == kTimerNames.end()) return std::nullopt;
  return static_cast<Timer>(found - kTimerNames.begin());
}

}  // namespace polyglot::session
