#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

/// Times as XBoard writes them.
namespace polyglot::protocol {

inline constexpr std::int64_t kSecond = 1000;
inline constexpr std::int64_t kMinute = 60 * kSecond;

/// Milliseconds of a number of `unit`s, which may have a fraction, or of minutes and seconds ("1:30").
/// Nothing if the whole of `text` is neither, or is negative. Beyond 10^9 units, it is 10^9 units.
[[nodiscard]] std::optional<std::int64_t> parse_duration(std::string_view text, std::int64_t unit) noexcept;

/// The same, whatever follows in `text`.
[[nodiscard]] std::optional<std::int64_t> parse_duration_prefix(std::string_view text,
                                                                std::int64_t unit) noexcept;

}  // namespace polyglot::protocol
