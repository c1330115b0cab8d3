// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <iterator>

#include <polyglot/book/time_class.hpp>

namespace polyglot::book {
namespace {

using namespace std::chrono_literals;

constexpr std::array<std::string_view, 4> kNames{"bullet", "blitz", "rapid", "classical"};  // by TimeClass

}  // namespace

TimeClass time_class(std::chrono::milliseconds base, std::chrono::milliseconds increment) noexcept {
  constexpr int kMovesOfAGame = 40;
  constexpr std::chrono::milliseconds kLongest = std::chrono::hours(1000);  // a limit, so that no sum
                                                                            // overflows
  const auto estimate =
      std::clamp(base, 0ms, kLongest) + kMovesOfAGame * std::clamp(increment, 0ms, kLongest);
  if (estimate < 3min) return TimeClass::bullet;
  if (estimate < 8min) return TimeClass::blitz;
  return estimate < 25min ? TimeClass::rapid : TimeClass::classical;
}

std::string_view name_of(TimeClass time_class) noexcept {
  return kNames.at(static_cast<std::size_t>(time_class));
}

std::optional<TimeClass> read_time_class(std::string_view name) noexcept {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<TimeClass>(std::distance(kNames.begin(), found));
}

}  // namespace polyglot::book
