// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "tools/picture.hpp"

namespace polyglot::tools {

/// The width of a step of a ScoreHistogram, in centipawns.
inline constexpr int kScoreStep = 10;

/// The number of openings by the step of their score: the score in centipawns divided by kScoreStep, rounded
/// down.
using ScoreHistogram = std::map<int, std::uint64_t>;

/// The scores of a step in pawns: "+0.20 to +0.29".
[[nodiscard]] std::string scores_text(int step);

/// A picture of a histogram.
[[nodiscard]] Picture score_picture(const ScoreHistogram& scores);

}  // namespace polyglot::tools
