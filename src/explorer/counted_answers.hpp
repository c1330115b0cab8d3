// SPDX-License-Identifier: MIT
#pragma once

#include <boost/json/object.hpp>

#include <polyglot/game/position.hpp>
#include <polyglot/result.hpp>

#include "explorer/added_counts.hpp"
#include "explorer/counts_book.hpp"

/// The answers to the page about files of counts, as JSON.
namespace polyglot::explorer {

/// {"games", "groups": {"speeds": ["bullet", …], "ratings": [lower ends of bands], "years"}}: how many games
/// were counted, and by what they are told apart, each list in its order, empty where it is nothing.
[[nodiscard]] boost::json::object describe_counts(const CountsReader& file);

/// The moves of a position in the games of some groups, the most played first: [{"uci", "san", "weight":
/// games, "share": of the games, "next", "facts": {"games", "wins", "draws", "losses": of the side that
/// moves, "rating", "performance", "first", "last": dates as YYYYMMDD}, "game": {"white", "black": {"name",
/// "rating"}, "event", "result", "year"}}]. What is not known is missing. Error: damage.
[[nodiscard]] Result<boost::json::array> describe_counted(const CountsBook& book,
                                                          const game::Position& position,
                                                          const GroupFilter& filter);

}  // namespace polyglot::explorer
