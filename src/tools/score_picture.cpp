// SPDX-License-Identifier: MIT
#include "tools/score_picture.hpp"
#include <algorithm>

#include <fmt/format.h>

#include <polyglot/counted.hpp>

namespace polyglot::tools {
namespace {

constexpr double kLeft = 30;
constexpr double kRight = 850;
constexpr double kTop = 50;
constexpr double kBottom = 270;
/// The maximum number of steps with a number below them.
constexpr int kMostNumbers = 12;
/// Numbers above narrower steps would overlap.
constexpr double kNumberedWidth = 30;

}  // namespace

std::string scores_text(int step) {
  return fmt::format("{:+.2f} to {:+.2f}", step * kScoreStep / 100.0, ((step + 1) * kScoreStep - 1) / 100.0);
}

Picture score_picture(const ScoreHistogram& scores) {
  Picture picture(880, 330, "Openings by score");
  picture.line(kLeft, kBottom, kRight, kBottom);
  if (scores.empty()) return picture;
  const int first = scores.begin()->first;
  const int steps = scores.rbegin()->first - first + 1;
  const auto most = static_cast<double>(
      std::ranges::max_element(scores, {}, [](const auto& step) { return step.second; })->second);
  const double width = (kRight - kLeft) / steps;
  const auto left = [&](int step) { return kLeft + width * (step - first); };
  for (const auto& [step, count] : scores) {
    const double height = (kBottom - kTop) * static_cast<double>(count) / most;
    picture.bar(left(step) + width * 0.1, kBottom - height, width * 0.8, height,
                fmt::format("{}: {}", scores_text(step), counted(count, "opening")));
    if (width >= kNumberedWidth)
      picture.text(left(step) + width / 2, kBottom - height - 6, std::to_string(count));
  }
  const int between = (steps + kMostNumbers - 1) / kMostNumbers;
  for (int step = first; step <= first + steps; step += between)
    picture.text(left(step), kBottom + 20, fmt::format("{:+.2f}", step * kScoreStep / 100.0));
  picture.text((kLeft + kRight) / 2, kBottom + 45, "score in pawns, from White's side");
  picture.text((kLeft + kRight) / 2, kTop - 25, "openings");
  return picture;
}

}  // namespace polyglot::tools
