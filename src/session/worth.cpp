// SPDX-License-Identifier: MIT
#include "session/worth.hpp"
#include <algorithm>

#include <fmt/format.h>

namespace polyglot::session {
namespace {

constexpr std::int64_t kMateAtOnce = 10'000'000;
constexpr std::int64_t kLongestMate = 10'000;
/// Of positions without a mate; more than sound engines tell.
constexpr std::int64_t kMostCentipawns = kMateAtOnce - kLongestMate - 1;

}  // namespace

std::int64_t worth_of(const protocol::Score& score) noexcept {
  if (!score.is_mate) return std::clamp(score.value, -kMostCentipawns, kMostCentipawns);
  const std::int64_t moves = std::clamp(score.value, -kLongestMate, kLongestMate);
  return moves > 0 ? kMateAtOnce - moves : -kMateAtOnce - moves;
}

std::string worth_in_words(std::int64_t worth) {
  constexpr double kPawn = 100;
  if (worth > kMostCentipawns) return fmt::format("mates in {}", kMateAtOnce - worth);
  if (worth < -kMostCentipawns) return fmt::format("mated in {}", kMateAtOnce + worth);
  return fmt::format("{:+.2f}", static_cast<double>(worth) / kPawn);
}

}  // namespace polyglot::session
