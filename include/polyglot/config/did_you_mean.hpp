// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace polyglot::config {

/// Number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`;
/// letter case does not count.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate that `name` is most likely a slip of the pen for, or nothing if none is near.
/// The first of several equally near ones.
[[nodiscard]] std::optional<std::string_view> nearest_name(std::string_view name,
                                                           std::span<const std::string_view> candidates);

/// As names and values stand in messages.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  return '"' + std::string(text) + '"';
}

/// `, did you mean "X"?`, ready to be appended to a message; empty if there is nothing to suggest.
[[nodiscard]] std::string did_you_mean(std::optional<std::string_view> suggestion);

}  // namespace polyglot::config
