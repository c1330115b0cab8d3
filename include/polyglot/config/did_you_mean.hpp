// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace polyglot::config {

/// The number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`. Letter
/// case does not matter.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate that was probably meant by `name`, or nothing if none is near. If several are equally near,
/// the first one.
[[nodiscard]] std::optional<std::string_view> nearest_name(std::string_view name,
                                                           std::span<const std::string_view> candidates);

/// Quotes a name or value for a message.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  return '"' + std::string(text) + '"';
}

/// `; did you mean "X"?`, ready to be appended to a message; empty if there is nothing to suggest.
[[nodiscard]] std::string did_you_mean(std::optional<std::string_view> suggestion);

/// Ends a message, which may have a suggestion, with the place to read more: `…; see PLACE`.
[[nodiscard]] std::string and_see(std::string message, std::string_view place);

}  // namespace polyglot::config
