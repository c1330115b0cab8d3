// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/builder/build.hpp>
#include <polyglot/builder/game_filter.hpp>
#include <polyglot/pgn/game_text.hpp>

#include "builder/block.hpp"

namespace polyglot::builder {

/// The result by which make-book counts a game. As in Polyglot 2.0.4 it is that of the last tag with the
/// exact name "Result", and blanks around the value make it unknown. The result after the moves does not
/// count.
[[nodiscard]] pgn::GameResult result_by_tag(const pgn::GameText& game) noexcept;

/// The rating of a player; nothing for values like "?", "-" and "0".
[[nodiscard]] std::optional<int> rating_of(const pgn::GameText& game, pgn::KnownTag side) noexcept;

/// The days, as YYYYMMDD, that the tags Date and UTCDate allow: from the first to the last one if they leave
/// out the month or the day. Empty if neither has a date.
[[nodiscard]] Range<int> date_of(const pgn::GameText& game) noexcept;

/// Seconds of the first period of a TimeControl tag.
[[nodiscard]] std::optional<int> base_time_of(std::string_view time_control);

/// The class of a TimeControl tag as on Lichess: that of time_class_of(), or ultraBullet below an estimated
/// 30 seconds.
[[nodiscard]] TimeClass lichess_speed_of(std::string_view time_control);

/// The facts of a game in files of counts.
[[nodiscard]] GameFacts facts_of(const pgn::GameText& game, const GroupBy& by);

/// The days since 1970 of a day YYYYMMDD. A month or day that does not exist counts as the nearest one.
[[nodiscard]] int days_since_1970(int date) noexcept;

}  // namespace polyglot::builder
