// SPDX-License-Identifier: MIT
#include <numeric>
#include <utility>
#include <vector>

#include <polyglot/ascii.hpp>
#include <polyglot/config/did_you_mean.hpp>

namespace polyglot::config {

namespace {

/// Returns how many insertions, deletions, replacements and swaps of neighbours turn `a` into `b`, in any
/// case.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Rows of the optimal-string-alignment table: the two previous rows and the present one.
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = to_lower(a[i - 1]) == to_lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0U : 1U)});
      const bool swapped = i > 1 && j > 1 && to_lower(a[i - 1]) == to_lower(b[j - 2]) &&
                           to_lower(a[i - 2]) == to_lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string_view> nearest_name(std::string_view name,
                                             std::span<const std::string_view> candidates) {
  std::optional<std::string_view> nearest;
  // The maximum distance of a suggestion is one for a short name, and at most three.
  std::size_t limit = std::min<std::size_t>(1 + name.size() / 4, 3) + 1;
  for (const std::string_view candidate : candidates) {
    const auto [shorter, longer] = std::minmax({name.size(), candidate.size()});
    if (longer - shorter >= limit) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance >= limit) continue;
    nearest = candidate;
    limit = distance;
  }
  return nearest;
}

std::string did_you_mean(std::optional<std::string_view> suggestion) {
  return suggestion ? "; did you mean " + in_quotes(*suggestion) + "?" : std::string();
}

std::string and_see(std::string message, std::string_view place) {
  message += message.ends_with('?') ? " See " : "; see ";
  return message.append(place);
}

}  // namespace polyglot::config
