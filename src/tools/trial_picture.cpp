// SPDX-License-Identifier: MIT
#include "tools/trial_picture.hpp"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace polyglot::tools {
namespace {

using analysis::Estimate;
using analysis::OpeningFigures;
using Anchor = Picture::Anchor;
using Kind = Picture::Kind;

constexpr int kWidth = 880;
constexpr int kHeight = 430;
constexpr double kTopOfPlot = 40;
constexpr double kBottomOfPlot = 350;
constexpr double kPanel = 360;  ///< the width of each half
/// More openings get neither intervals nor numbers, because these would overlap.
constexpr std::size_t kMostIntervals = 40;

/// The values of an axis, with a line at every step.
struct Scale {
  int low = 0;
  int high = 0;
  int step = 0;

  /// Covers some values and `middle`.
  [[nodiscard]] static Scale of(const std::vector<double>& values, double middle) {
    double least = middle;
    double most = middle;
    for (const double value : values) {
      least = std::min(least, value);
      most = std::max(most, value);
    }
    constexpr std::array kSteps{10, 20, 50, 100, 200, 500};
    constexpr int kMostSteps = 8;
    const auto enough =
        std::ranges::find_if(kSteps, [&](int width) { return kMostSteps * width >= most - least; });
    const int chosen = enough == kSteps.end() ? kSteps.back() : *enough;
    return {.low = chosen * static_cast<int>(std::floor(least / chosen - 0.5)),
            .high = chosen * static_cast<int>(std::ceil(most / chosen + 0.5)),
            .step = chosen};
  }
};

/// A half of the picture. Draws go to the right, and the other value goes up.
class Panel {
 public:
  Panel(Picture& picture, double left, const Scale& scale) : picture_(picture), left_(left), scale_(scale) {}

  void axes(std::string_view title) const {
    for (int value = scale_.low; value <= scale_.high; value += scale_.step) {
      picture_.line(left_, y(value), left_ + kPanel, y(value));
      picture_.text(left_ - 6, y(value) + 5, std::to_string(value), Anchor::end);
    }
    for (int draws = 0; draws <= 100; draws += 20) {
      picture_.line(x(draws), kTopOfPlot, x(draws), kBottomOfPlot);
      picture_.text(x(draws), kBottomOfPlot + 20, std::to_string(draws));
    }
    picture_.text(left_ + kPanel / 2, kBottomOfPlot + 42, "draws in per cent of the games");
    picture_.text(left_ + kPanel / 2, kTopOfPlot - 15, title);
  }
  void intervals(const Estimate& draws, const Estimate& value, Kind kind) const {
    picture_.line(x(draws.low), y(value.value), x(draws.high), y(value.value), kind);
    picture_.line(x(draws.value), y(value.high), x(draws.value), y(value.low), kind);
  }
  void dot(const Estimate& draws, const Estimate& value, Kind kind, std::string_view title) const {
    picture_.dot(x(draws.value), y(value.value), kind, title);
  }
  void number(const Estimate& draws, const Estimate& value, std::size_t number) const {
    picture_.text(x(draws.value) + 7, y(value.value) - 5, std::to_string(number), Anchor::start);
  }

 private:
  [[nodiscard]] double x(double percent) const { return left_ + kPanel * percent / 100; }
  /// Clamps the value, because ends of intervals may be outside the panel.
  [[nodiscard]] double y(double value) const {
    const double inside = std::clamp<double>(value, scale_.low, scale_.high) - scale_.low;
    return kBottomOfPlot - (kBottomOfPlot - kTopOfPlot) * inside / (scale_.high - scale_.low);
  }

  Picture& picture_;
  double left_;
  Scale scale_;
};

Estimate percent(const Estimate& share) {
  return {.value = 100 * share.value, .low = 100 * share.low, .high = 100 * share.high};
}

/// The openings that were played in pairs, by their numbers from 0.
std::vector<std::size_t> played(const analysis::TrialReport& report) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < report.openings.size(); ++i)
    if (report.openings[i].figures.pair_count() > 0) numbers.push_back(i);
  return numbers;
}

std::string title_of(const OpeningFigures& figures, std::size_t number, const OpeningSuite& suite) {
  const auto& opening = suite.openings()[number];
  const Estimate draws = percent(figures.draw_rate);
  const Estimate white = percent(figures.white_score);
  return fmt::format(
      "{}: {}; draws {:.0f} % ({:.0f} to {:.0f}), White scores {:.0f} % ({:.0f} to {:.0f}), "
      "sensitivity {:.0f} Elo ({:.0f} to {:.0f}), {} pairs",
      number + 1, opening.name.empty() ? opening.position.to_fen() : opening.name, draws.value, draws.low,
      draws.high, white.value, white.low, white.high, figures.sensitivity.value, figures.sensitivity.low,
      figures.sensitivity.high, figures.pair_count());
}

}  // namespace

Picture trial_picture(const analysis::TrialReport& report, const OpeningSuite& suite) {
  Picture picture(kWidth, kHeight, "White's score and sensitivity of the openings by their draws");
  const auto numbers = played(report);
  std::vector<double> scores;
  std::vector<double> sensitivities;
  for (const std::size_t i : numbers) {
    scores.push_back(percent(report.openings[i].figures.white_score).value);
    sensitivities.push_back(report.openings[i].figures.sensitivity.value);
  }
  const Panel white(picture, 50, Scale::of(scores, 50));
  const Panel sensitivity(picture, 500, Scale::of(sensitivities, 0));
  white.axes("White's points in per cent");
  sensitivity.axes("sensitivity in normalised Elo");
  for (const std::size_t i : numbers) {
    const OpeningFigures& figures = report.openings[i].figures;
    const Kind kind = report.openings[i].drop == analysis::DropReason::none ? Kind::good : Kind::bad;
    const Estimate draws = percent(figures.draw_rate);
    const std::string title = title_of(figures, i, suite);
    const auto show = [&](const Panel& panel, const Estimate& value) {
      if (numbers.size() <= kMostIntervals) {
        panel.intervals(draws, value, kind);
        panel.number(draws, value, i + 1);
      }
      panel.dot(draws, value, kind, title);
    };
    show(white, percent(figures.white_score));
    show(sensitivity, figures.sensitivity);
  }
  picture.dot(50, kHeight - 14, Kind::good, "kept");
  picture.text(60, kHeight - 9, "openings to keep", Anchor::start);
  picture.dot(200, kHeight - 14, Kind::bad, "dropped");
  picture.text(210, kHeight - 9, "openings to drop", Anchor::start);
  return picture;
}

}  // namespace polyglot::tools
