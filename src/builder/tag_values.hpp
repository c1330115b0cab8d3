// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include <polyglot/builder/game_filter.hpp>
#include <polyglot/pgn/game_text.hpp>

namespace polyglot::builder {

/// The value of the Result tag, empty if there is none. As in Polyglot 2.0.4 its name is spelled like this,
/// the last one counts, and what ends the moves does not.
[[nodiscard]] std::string_view result_tag_of(const pgn::GameText& game) noexcept;

/// Nothing for "?", "-", "0" and the like.
[[nodiscard]] std::optional<int> rating_of(const pgn::GameText& game, pgn::KnownTag side) noexcept;

/// By the tags Date and UTCDate; empty if neither says anything.
[[nodiscard]] Range<int> date_of(const pgn::GameText& game) noexcept;

/// Seconds of the first period of a TimeControl tag.
[[nodiscard]] std::optional<int> base_time_of(std::string_view time_control) noexcept;

/// Days since 1970 of a day YYYYMMDD; a month or day that there is not counts as the nearest.
[[nodiscard]] int days_of(int date) noexcept;

}  // namespace polyglot::builder
