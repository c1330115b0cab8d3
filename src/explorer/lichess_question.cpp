// SPDX-License-Identifier: MIT
#include "explorer/lichess_question.hpp"
#include <algorithm>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/game/game.hpp>

namespace polyglot::explorer {

namespace {

using counts::TimeClass;

/// The defaults of the interface for the number of games.
constexpr std::size_t kTopOfLichess = 4;
constexpr std::size_t kTopOfMasters = 15;
constexpr std::size_t kRecentGames = 4;

/// Returns the value of a parameter; nothing if it is missing or empty.
std::optional<std::string> value_of(const Query& query, std::string_view name) {
  auto value = query.value(name);
  return value && !value->empty() ? std::move(value) : std::nullopt;
}

/// Calls `read` with each part between commas, until it refuses one.
Result<void> for_each_part(std::string_view list, const std::function<Result<void>(std::string_view)>& read) {
  for (;;) {
    const std::size_t end = list.find(',');
    const std::string_view part = trim(list.substr(0, end));
    if (!part.empty())
      if (auto done = read(part); !done) return done;
    if (end == list.npos) return {};
    list.remove_prefix(end + 1);
  }
}

Error wrong(std::string_view name, std::string_view value, std::string_view expected) {
  return Error{fmt::format("{}: \"{}\" is not {}", name, value, expected)};
}

Result<void> read_number(const Query& query, std::string_view name, std::size_t& number) {
  const auto value = value_of(query, name);
  if (!value) return {};
  const auto read = parse_number<std::size_t>(*value);
  if (!read) return wrong(name, *value, "a whole number");
  number = *read;
  return {};
}

/// Reads "2016" or "2016-03". Ignores the month, because counts distinguish games only by year.
Result<void> read_year(const Query& query, std::string_view name, std::optional<int>& year) {
  const auto value = value_of(query, name);
  if (!value) return {};
  const std::string_view text = *value;
  const std::size_t hyphen = text.find('-');
  const auto read = parse_number<int>(text.substr(0, hyphen));
  const auto month = hyphen == text.npos ? 1 : parse_number<int>(text.substr(hyphen + 1)).value_or(0);
  if (!read || *read < 1 || *read > 9999 || month < 1 || month > 12)
    return wrong(name, text, "a year or a month (YYYY-MM)");
  year = *read;
  return {};
}

Result<void> read_speeds(const Query& query, GroupFilter& filter) {
  const auto value = value_of(query, "speeds");
  if (!value) return {};
  std::vector<TimeClass>& speeds = filter.speeds.emplace();
  return for_each_part(*value, [&speeds](std::string_view word) -> Result<void> {
    const auto speed =
        std::ranges::find(kLichessSpeeds, word, &std::pair<std::string_view, TimeClass>::first);
    if (speed == kLichessSpeeds.end()) return wrong("speeds", word, "a speed that Lichess has");
    speeds.push_back(speed->second);
    return {};
  });
}

Result<void> read_ratings(const Query& query, GroupFilter& filter) {
  const auto value = value_of(query, "ratings");
  if (!value) return {};
  std::vector<std::uint16_t>& ratings = filter.ratings.emplace();
  return for_each_part(*value, [&ratings](std::string_view word) -> Result<void> {
    const auto rating = parse_number<std::uint16_t>(word);
    if (!rating) return wrong("ratings", word, "a rating");
    ratings.push_back(counts::rating_band(*rating));
    return {};
  });
}

/// Reads the position, and finds the last opening name on the way there.
Result<void> read_position(const Query& query, const game::Rules& rules, const openings::OpeningNames* names,
                           LichessQuestion& question) {
  const auto fen = value_of(query, "fen");
  auto position = fen ? rules.read_fen(*fen) : Result<game::Position>(rules.start());
  if (!position) return Error{fmt::format("fen: {}", position.error().to_string())};
  const auto look_up = [&] {
    const auto* const named = names != nullptr ? names->find(position->key()) : nullptr;
    if (named != nullptr) question.opening = named;
  };
  look_up();
  auto played = for_each_part(
      value_of(query, "play").value_or(std::string()), [&](std::string_view word) -> Result<void> {
        const auto move = game::move_from_uci(*position, word);
        if (!move) return Error{fmt::format("play: {} is not a legal move in {}", word, position->to_fen())};
        position->make(*move);
        look_up();
        return {};
      });
  if (!played) return played;
  question.position = *std::move(position);
  return {};
}

}  // namespace

std::string variant_of(const Query& query) {
  return value_of(query, "variant").value_or("standard");
}

Result<GroupFilter> read_filter(const Query& query) {
  GroupFilter filter;
  for (const auto& done : {read_year(query, "since", filter.since), read_year(query, "until", filter.until),
                           read_speeds(query, filter), read_ratings(query, filter)})
    if (!done) return done.error();
  return filter;
}

Result<LichessQuestion> read_question(const Query& query, LichessDatabase database, const game::Rules& rules,
                                      const openings::OpeningNames* names) {
  const bool is_lichess = database == LichessDatabase::lichess;
  LichessQuestion question{.database = database,
                           .top_games = is_lichess ? kTopOfLichess : kTopOfMasters,
                           .recent_games = is_lichess ? kRecentGames : 0};
  for (const auto& done :
       {read_position(query, rules, rules.is_chess() ? names : nullptr, question),
        read_number(query, "moves", question.moves), read_number(query, "topGames", question.top_games),
        read_number(query, "recentGames", question.recent_games)})
    if (!done) return done.error();
  auto filter = read_filter(query);
  if (!filter) return filter.error();
  question.filter = *std::move(filter);
  question.history = query.value("history") == "true";
  question.castling = variant_of(query) == "chess960" ? game::CastlingNotation::king_takes_rook
                                                      : game::castling_notation(question.position);
  return question;
}

std::string_view lichess_speed(TimeClass speed) noexcept {
  const auto named =
      std::ranges::find(kLichessSpeeds, speed, &std::pair<std::string_view, TimeClass>::second);
  return named != kLichessSpeeds.end() ? named->first : "";
}

}  // namespace polyglot::explorer
