// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace polyglot {

/// The speed of a game, by Lichess's estimate of its duration. Files of counts have these numbers.
enum class TimeClass : std::uint8_t {
  any,  ///< games are not grouped by speed
  bullet,
  blitz,
  rapid,
  classical,
  correspondence,
  unknown,
  ultra_bullet,  ///< bullet, except where games are counted as on Lichess
};

/// The names of the classes in options, files and answers, by TimeClass.
inline constexpr std::array<std::string_view, 8> kTimeClassNames{
    "any", "bullet", "blitz", "rapid", "classical", "correspondence", "unknown", "ultraBullet"};

[[nodiscard]] constexpr std::string_view name_of(TimeClass time_class) noexcept {
  return kTimeClassNames.at(static_cast<std::size_t>(time_class));
}

/// Finds a class by its name; nothing for any other text.
[[nodiscard]] constexpr std::optional<TimeClass> read_time_class(std::string_view name) noexcept {
  const auto found = std::ranges::find(kTimeClassNames, name);
  if (found == kTimeClassNames.end()) return std::nullopt;
  return static_cast<TimeClass>(found - kTimeClassNames.begin());
}

/// Returns the time of a side that Lichess estimates for a time control with a clock: `base` plus 40
/// increments. Both are limited, so that no sum overflows. Source: lichess.org/faq, "time controls".
[[nodiscard]] constexpr std::chrono::milliseconds estimated_time(
    std::chrono::milliseconds base, std::chrono::milliseconds increment) noexcept {
  using std::chrono::milliseconds;
  constexpr int kMovesOfAGame = 40;
  constexpr milliseconds kLongest = std::chrono::hours(1000);
  return std::clamp(base, milliseconds(0), kLongest) +
         kMovesOfAGame * std::clamp(increment, milliseconds(0), kLongest);
}

/// Returns the class of a time control with a clock. By its estimated time, below 3 minutes is bullet, below
/// 8 blitz, below 25 rapid, otherwise classical.
[[nodiscard]] constexpr TimeClass time_class(std::chrono::milliseconds base,
                                             std::chrono::milliseconds increment) noexcept {
  using std::chrono::minutes;
  const std::chrono::milliseconds estimate = estimated_time(base, increment);
  if (estimate < minutes(3)) return TimeClass::bullet;
  if (estimate < minutes(8)) return TimeClass::blitz;
  return estimate < minutes(25) ? TimeClass::rapid : TimeClass::classical;
}

}  // namespace polyglot
