// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace polyglot::config {

/// Returns the candidate that is most similar to `name`; nothing if none is similar. The first of equals
/// counts.
[[nodiscard]] std::optional<std::string_view> nearest_name(std::string_view name,
                                                           std::span<const std::string_view> candidates);

/// Quotes a name or value for a message.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  return '"' + std::string(text) + '"';
}

/// Returns `; did you mean "X"?`, to be appended to a message; empty if there is no suggestion.
[[nodiscard]] std::string did_you_mean(std::optional<std::string_view> suggestion);

/// Appends to a message, which may have a suggestion, the place to read more: `…; see PLACE`.
[[nodiscard]] std::string and_see(std::string message, std::string_view place);

}  // namespace polyglot::config
