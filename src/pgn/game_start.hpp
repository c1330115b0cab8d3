// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

/// Where games begin, as far as it can be told from a line and the one before it. The same rule cuts chunks
/// and ends games, so that a text read in chunks holds the same games as in one piece.
namespace polyglot::pgn {

/// True if the '[' at `at` begins a tag pair, closed or not: "[Name" with a quote behind it or, where a line
/// begins, before "]" at its end. Comments like "[%clk 1:00]" are none.
[[nodiscard]] bool begins_tag(std::string_view text, std::size_t at) noexcept;

/// True if a game begins with the '[' at `at`, which begins a line.
[[nodiscard]] bool begins_game(std::string_view text, std::size_t at) noexcept;

/// The same for a '[' that is known to begin a tag pair.
[[nodiscard]] bool follows_game(std::string_view text, std::size_t at) noexcept;

/// The last place at which a game begins, not before `from` and not at the very start; npos if none.
[[nodiscard]] std::size_t last_game_start(std::string_view text, std::size_t from) noexcept;

/// The same for the first place.
[[nodiscard]] std::size_t first_game_start(std::string_view text) noexcept;

}  // namespace polyglot::pgn
