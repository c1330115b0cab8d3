// SPDX-License-Identifier: MIT
#include <set>

#include <boost/json/value_from.hpp>

#include "explorer/answers.hpp"
#include "explorer/lichess.hpp"

namespace polyglot::explorer {
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

}  // namespace

boost::json::object describe_counts(const counts::CountsFile& file) {
  const Grouping grouping = Grouping::of(file);
  std::set<TimeClass> speeds;
  std::set<std::uint16_t> ratings;
  std::set<std::uint16_t> years;
  for (const counts::Group& group : file.header().groups) {
    if (grouping.by_speed) speeds.insert(group.speed);
    if (grouping.by_rating && group.rating != counts::Group::kUnrated) ratings.insert(group.rating);
    if (grouping.by_year && group.year != 0) years.insert(group.year);
  }
  boost::json::array names;
  for (const TimeClass speed : kLichessSpeeds)
    if (speeds.contains(speed)) names.emplace_back(name_of(speed));
  return {{"games", file.header().games},
          {"groups",
           {{"speeds", std::move(names)},
            {"ratings", boost::json::value_from(ratings)},
            {"years", boost::json::value_from(years)}}}};
}

boost::json::array describe_counted(const CountsBook& book, const game::Position& position,
                                    const GroupFilter& filter) {
  const CountedPosition known = book.counted(position, filter);
  boost::json::array moves;
  const auto games = static_cast<double>(std::max<std::uint64_t>(known.totals.games, 1));
  for (const CountedMove& move : known.moves) {
    json::object described = describe_book_move(book, position, move.move, move.totals.games,
                                                static_cast<double>(move.totals.games) / games);
    described["facts"] = facts_of(move.totals);
    moves.push_back(std::move(described));
  }
  return moves;
}

}  // namespace polyglot::explorer
