// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Probabilities. We do not use Boost.Math, because it computes tables whenever the program starts.
namespace polyglot::analysis {

/// Bounds of a probability after `hits` in `trials`. Each bound is wrong with probability `tail` at most.
/// Source: Clopper and Pearson, "The use of confidence or fiducial limits", 1934.
[[nodiscard]] double lower_bound(double hits, double trials, double tail);
[[nodiscard]] double upper_bound(double hits, double trials, double tail);

/// Returns what a variable with Student's distribution exceeds with probability `tail`, at most 1/2.
[[nodiscard]] double students_quantile(double degrees_of_freedom, double tail);

/// Returns the probability of at most `hits` red balls in `draws` without return, if `red` of `all` are red.
[[nodiscard]] double chance_of_at_most(std::uint64_t hits, std::uint64_t draws, std::uint64_t red,
                                       std::uint64_t all);

}  // namespace polyglot::analysis
