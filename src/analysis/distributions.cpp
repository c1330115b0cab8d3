// SPDX-License-Identifier: MIT
#include "analysis/distributions.hpp"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace polyglot::analysis {
namespace {

/// The continued fraction of the incomplete beta function, evaluated by Lentz's method. Source:
/// https://dlmf.nist.gov/8.17.E22
double beta_fraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300;
  constexpr double kExact = 4 * std::numeric_limits<double>::epsilon();
  const auto not_zero = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
  double value = 1;
  double c = std::numeric_limits<double>::infinity();
  double d = 1;
  for (double m = 0;; ++m) {
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    const double even = (m + 1) * (b - m - 1) * x / ((a + 2 * m + 1) * (a + 2 * m + 2));
    double change = 1;
    for (const double term : {odd, even}) {
      d = 1 / not_zero(1 + term * d);
      c = not_zero(1 + term / c);
      change = c * d;
      value *= change;
    }
    if (!(std::abs(change - 1) > kExact)) return value;
  }
}

/// The regularised incomplete beta function.
double beta_share(double a, double b, double x) {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  // The fraction converges fast below the mean.
  if (x > (a + 1) / (a + b + 2)) return 1 - beta_share(b, a, 1 - x);
  const double log_factor =
      std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x);
  return std::exp(log_factor) / a * beta_fraction(a, b, x);
}

/// Returns the argument at which the regularised incomplete beta function is `share`.
double beta_quantile(double a, double b, double share) {
  double low = 0;
  double high = 1;
  for (;;) {
    const double middle = std::midpoint(low, high);
    if (middle <= low || middle >= high) return middle;
    (beta_share(a, b, middle) < share ? low : high) = middle;
  }
}

}  // namespace

double lower_bound(double hits, double trials, double tail) {
  return hits <= 0 ? 0 : beta_quantile(hits, trials - hits + 1, tail);
}

double upper_bound(double hits, double trials, double tail) {
  return hits >= trials ? 1 : beta_quantile(hits + 1, trials - hits, 1 - tail);
}

double students_quantile(double degrees_of_freedom, double tail) {
  const double share = beta_quantile(1.0 / 2, degrees_of_freedom / 2, 1 - 2 * tail);
  return std::sqrt(degrees_of_freedom * share / (1 - share));
}

double chance_of_at_most(std::uint64_t hits, std::uint64_t draws, std::uint64_t red, std::uint64_t all) {
  const std::uint64_t least = draws + red > all ? draws + red - all : 0;
  // Returns the probability of `count` red balls, divided by that of one red ball less.
  const auto growth = [&](std::uint64_t count) {
    const auto i = static_cast<double>(count);
    return static_cast<double>(red - count + 1) * static_cast<double>(draws - count + 1) /
           (i * static_cast<double>(all + count - draws - red));
  };
  // All sums are divided by the probability of `hits`.
  double fewer = 1;
  double weight = 1;
  for (std::uint64_t count = hits; count > least; --count) fewer += weight /= growth(count);
  double more = 0;
  weight = 1;
  for (std::uint64_t count = hits + 1; count <= std::min(red, draws); ++count)
    more += weight *= growth(count);
  return 1 / (1 + more / fewer);  // `more` may be infinite
}

}  // namespace polyglot::analysis
