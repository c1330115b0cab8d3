// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace polyglot::book {

/// The speed of a game, by Lichess's estimate of its duration.
enum class TimeClass : std::uint8_t { bullet, blitz, rapid, classical };

/// Returns the class of a time control. The estimated time of a side is `base` plus 40 increments: below 3
/// minutes is bullet, below 8 blitz, below 25 rapid, otherwise classical. Source: lichess.org/faq, "time
/// controls"; UltraBullet is bullet here.
[[nodiscard]] TimeClass time_class(std::chrono::milliseconds base,
                                   std::chrono::milliseconds increment) noexcept;

/// Returns the name in configuration files: "bullet".
[[nodiscard]] std::string_view name_of(TimeClass time_class) noexcept;
[[nodiscard]] std::optional<TimeClass> read_time_class(std::string_view name) noexcept;

}  // namespace polyglot::book
