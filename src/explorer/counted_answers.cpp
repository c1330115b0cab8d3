// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/value_from.hpp>
#include <fmt/format.h>

#include <polyglot/book/move_code.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/notation.hpp>

#include "explorer/answers.hpp"
#include "explorer/lichess.hpp"

namespace polyglot::explorer {
namespace counted_answers {
namespace {

namespace json = boost::json;

json::object facts_of(const counts::Totals& totals) {
  json::object facts{
      {"games", totals.games}, {"wins", totals.wins}, {"draws", totals.draws}, {"losses", totals.losses}};
  if (const auto rating = average_rating(totals)) facts["rating"] = *rating;
  if (const auto performed = performance(totals)) facts["performance"] = *performed;
  if (totals.first_date != 0) facts["first"] = totals.first_date;
  if (totals.last_date != 0) facts["last"] = totals.last_date;
  return facts;
}

json::object describe(const CountsBook& book, const game::Position& position, const CountedMove& move,
                      std::uint64_t games) {
  game::Position behind = position;
  behind.make(move.move);
  json::object described{{"uci", game::to_uci(position, move.move, game::castling_notation(position))},
                         {"san", game::to_san(position, move.move)},
                         {"weight", move.totals.games},
                         {"share", static_cast<double>(move.totals.games) /
                                       static_cast<double>(std::max<std::uint64_t>(games, 1))},
                         {"next", book.find(behind).moves.size()}};
  if (position.variant() != nullptr)
    described["code"] = fmt::format("{:04x}", book::record_code(position, move.move));
  described["facts"] = facts_of(move.totals);
  return described;
}

}  // namespace
}  // namespace counted_answers

boost::json::object describe_counts(const CountsReader& file) {
  const Grouping grouping = file.grouping();
  std::set<TimeClass> speeds;
  std::set<std::uint16_t> ratings;
  std::set<std::uint16_t> years;
  for (const counts::Group& group : file.groups()) {
    if (grouping.by_speed) speeds.insert(group.speed);
    if (grouping.by_rating && group.rating != counts::Group::kUnrated) ratings.insert(group.rating);
    if (grouping.by_year && group.year != 0) years.insert(group.year);
  }
  boost::json::array names;
  for (const TimeClass speed : kLichessSpeeds)
    if (speeds.contains(speed)) names.emplace_back(name_of(speed));
  return {{"games", file.size().games},
          {"groups",
           {{"speeds", std::move(names)},
            {"ratings", boost::json::value_from(ratings)},
            {"years", boost::json::value_from(years)}}}};
}

boost::json::array describe_counted(const CountsBook& book, const game::Position& position,
                                    const GroupFilter& filter) {
  const CountedPosition known = book.counted(position, filter);
  boost::json::array moves;
  for (const CountedMove& move : known.moves)
    moves.push_back(counted_answers::describe(book, position, move, known.totals.games));
  return moves;
}

}  // namespace polyglot::explorer
