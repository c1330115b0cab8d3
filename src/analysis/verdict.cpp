// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include <polyglot/analysis/verdict.hpp>

namespace polyglot::analysis {

Score Score::centipawns(std::int64_t value) noexcept {
  constexpr std::int64_t kMost = kMostCentipawns;
  return Score(static_cast<Code>(std::clamp(value, -kMost, kMost)));
}

std::optional<Chances> Chances::of(int wins, int draws, int losses) noexcept {
  const std::int64_t all = std::int64_t{wins} + draws + losses;
  if (wins < 0 || draws < 0 || losses < 0 || all == 0) return std::nullopt;
  // Rounding to the nearest could make the sum of two parts exceed the whole.
  const auto scaled = [all](std::int64_t part) { return static_cast<int>((part * kAll + all / 2) / all); };
  const int scaled_wins = scaled(wins);
  return Chances{.wins = scaled_wins, .draws = std::min(scaled(draws), kAll - scaled_wins)};
}

Score Score::mate(std::int64_t moves) noexcept {
  constexpr std::int64_t kFarthest = kMate - kMostCentipawns - 1;
  const auto distance = static_cast<Code>(std::min(moves > 0 ? moves : -moves, kFarthest));
  return Score(static_cast<Code>(moves > 0 ? kMate - distance : distance - kMate));
}

Score Score::before_move() const noexcept {
  const bool mates = code_ < -kMostCentipawns;
  return Score(static_cast<Code>(-code_ - (mates ? 1 : 0)));
}

std::string Score::text() const {
  if (!is_mate()) return fmt::format("{:+.2f}", code_ / 100.0);
  return code_ > 0 ? fmt::format("#{}", kMate - code_) : fmt::format("#-{}", kMate + code_);
}

}  // namespace polyglot::analysis
