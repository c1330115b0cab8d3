// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace polyglot::session {

inline constexpr std::int64_t kMillisecondsPerSecond = 1000;
inline constexpr std::int64_t kMillisecondsPerCentisecond = 10;
/// Beyond any game, so that no sum of times overflows.
inline constexpr std::int64_t kLongestTime = 1000LL * 3600 * kMillisecondsPerSecond;

}  // namespace polyglot::session
