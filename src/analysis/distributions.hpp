// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Probabilities. Not Boost.Math's, which computes values of its functions whenever the program starts.
namespace polyglot::analysis {

/// The bounds of a probability of which `hits` of `trials` were seen: it is as low, or as high, with the
/// probability `tail`. Source: Clopper and Pearson, "The use of confidence or fiducial limits", 1934.
[[nodiscard]] double lower_bound(double hits, double trials, double tail);
[[nodiscard]] double upper_bound(double hits, double trials, double tail);

/// What a number with Student's distribution exceeds with the probability `tail`, at most 1/2.
[[nodiscard]] double students_quantile(double degrees_of_freedom, double tail);

/// How probable it is that at most `hits` of `draws` balls without return are red, if `red` of `all` are.
[[nodiscard]] double chance_of_at_most(std::uint64_t hits, std::uint64_t draws, std::uint64_t red,
                                       std::uint64_t all);

}  // namespace polyglot::analysis
