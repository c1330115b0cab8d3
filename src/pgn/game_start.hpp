// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

/// Finds where games begin by a line and the line before it. Cutting chunks and ending games use the same
/// rule. Therefore a text read in chunks has the same games as in one piece.
namespace polyglot::pgn {

/// True if the '[' at `at` begins a tag pair, closed or not: "[Name" followed by a quote or, at the start of
/// a line, with a quote before "]" at its end. Comments like "[%clk 1:00]" are not tags.
[[nodiscard]] bool begins_tag(std::string_view text, std::size_t at) noexcept;

/// True if a game begins with the '[' at `at`, which begins a line.
[[nodiscard]] bool begins_game(std::string_view text, std::size_t at) noexcept;

/// begins_game() for a '[' that is known to begin a tag pair. The line before it, without blank lines
/// between, must not look like a tag. Or a blank line is between, and the tag is Event.
[[nodiscard]] bool follows_game(std::string_view text, std::size_t at) noexcept;

/// The last place at which a game begins, not before `from` and not at the very start; npos if none.
[[nodiscard]] std::size_t last_game_start(std::string_view text, std::size_t from) noexcept;

/// The first place at which a game begins, not at the very start; npos if none.
[[nodiscard]] std::size_t first_game_start(std::string_view text) noexcept;

}  // namespace polyglot::pgn
