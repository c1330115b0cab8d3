// SPDX-License-Identifier: MIT
#include "tools/score_picture.hpp"
#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include <polyglot/counted.hpp>

namespace polyglot::tools {
namespace {

constexpr std::string_view kHead =
    R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 880 330" role="img" aria-label="Openings by score">
<style>
  svg { --ink: #24292f; --grid: #d0d7de; --page: #ffffff; --bar: #3d857e; font: 14px sans-serif; }
  @media (prefers-color-scheme: dark) {
    svg { --ink: #e6edf3; --grid: #3d444d; --page: #0d1117; --bar: #55a197; }
  }
  .page { fill: var(--page); } .bar { fill: var(--bar); } text { fill: var(--ink); text-anchor: middle; }
  line { stroke: var(--grid); }
</style>
<rect class="page" width="880" height="330"/>
)";

constexpr double kLeft = 30;
constexpr double kRight = 850;
constexpr double kTop = 50;
constexpr double kBottom = 270;
/// At most so many steps have their number below them.
constexpr int kMostNumbers = 12;
/// Numbers above narrower steps would overlap.
constexpr double kNumberedWidth = 30;

}  // namespace

std::string scores_text(int step) {
  return fmt::format("{:+.2f} to {:+.2f}", step * kScoreStep / 100.0, ((step + 1) * kScoreStep - 1) / 100.0);
}

std::string score_picture(const ScoreHistogram& scores) {
  std::string picture(kHead);
  picture += fmt::format("<line x1=\"{0}\" y1=\"{2}\" x2=\"{1}\" y2=\"{2}\"/>\n", kLeft, kRight, kBottom);
  if (scores.empty()) return picture + "</svg>\n";
  const int first = scores.begin()->first;
  const int steps = scores.rbegin()->first - first + 1;
  const auto most = static_cast<double>(
      std::ranges::max_element(scores, {}, [](const auto& step) { return step.second; })->second);
  const double width = (kRight - kLeft) / steps;
  const auto left = [&](int step) { return kLeft + width * (step - first); };
  for (const auto& [step, count] : scores) {
    const double height = (kBottom - kTop) * static_cast<double>(count) / most;
    picture += fmt::format(
        "<rect class=\"bar\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\">"
        "<title>{}: {}</title></rect>\n",
        left(step) + width * 0.1, kBottom - height, width * 0.8, height, scores_text(step),
        counted(count, "opening"));
    if (width >= kNumberedWidth)
      picture += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", left(step) + width / 2,
                             kBottom - height - 6, count);
  }
  const int between = (steps + kMostNumbers - 1) / kMostNumbers;
  for (int step = first; step <= first + steps; step += between)
    picture += fmt::format("<text x=\"{:.1f}\" y=\"{}\">{:+.2f}</text>\n", left(step), kBottom + 20,
                           step * kScoreStep / 100.0);
  return picture +
         fmt::format("<text x=\"{}\" y=\"{}\">score in pawns, from White's side</text>\n",
                     (kLeft + kRight) / 2, kBottom + 45) +
         "<text x=\"440\" y=\"25\">openings</text>\n</svg>\n";
}

}  // namespace polyglot::tools
