// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/analysis/opening_trial.hpp>

#include "tools/opening_suite.hpp"
#include "tools/picture.hpp"

namespace polyglot::tools {

/// A picture of what a tournament says of the openings: White's score and the sensitivity of each one
/// against its share of draws. If at most 40 openings were played, it also shows
/// their intervals and numbers.
[[nodiscard]] Picture trial_picture(const analysis::TrialReport& report, const OpeningSuite& suite);

}  // namespace polyglot::tools
