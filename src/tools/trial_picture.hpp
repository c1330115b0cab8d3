// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/analysis/opening_trial.hpp>

#include "tools/opening_suite.hpp"
#include "tools/picture.hpp"

namespace polyglot::tools {

/// Draws the results of a tournament: White's score and the sensitivity of each opening, against its share of
/// draws. With at most 40 played openings, also shows their intervals and numbers.
[[nodiscard]] Picture trial_picture(const analysis::TrialReport& report, const OpeningSuite& suite);

}  // namespace polyglot::tools
