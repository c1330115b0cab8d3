#pragma once

#include <charconv>
#include <concepts>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>

/// Numbers as they stand in the lines of GUIs and engines.
namespace polyglot::protocol {

/// The whole of `text` as a decimal number; one that is too large counts as the largest there is (or the
/// smallest, if negative). Nothing if `text` is no number, or negative and `Integer` has no sign.
template <std::integral Integer>
[[nodiscard]] std::optional<Integer> parse_number(std::string_view text) noexcept {
  Integer value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (stop != end || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc()) return value;
  using Limits = std::numeric_limits<Integer>;
  return text.front() == '-' ? Limits::min() : Limits::max();
}

}  // namespace polyglot::protocol
