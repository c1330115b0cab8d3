// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace polyglot::book {

/// How fast a game is, by the estimate of its length that Lichess makes.
enum class TimeClass : std::uint8_t { bullet, blitz, rapid, classical };

/// A side's time for a game is taken to be `base` and 40 increments: under 3 minutes bullet, under 8 blitz,
/// under 25 rapid, else classical. Source: lichess.org/faq, "time controls"; its UltraBullet is bullet here.
[[nodiscard]] TimeClass time_class(std::chrono::milliseconds base,
                                   std::chrono::milliseconds increment) noexcept;

/// As configuration files have them: "bullet".
[[nodiscard]] std::string_view name_of(TimeClass time_class) noexcept;
[[nodiscard]] std::optional<TimeClass> read_time_class(std::string_view name) noexcept;

}  // namespace polyglot::book
