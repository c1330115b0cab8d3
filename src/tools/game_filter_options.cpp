// SPDX-License-Identifier: MIT
#include <filesystem>

#include "tools/make_book_options.hpp"
#include "tools/option_values.hpp"

namespace polyglot::tools {
namespace {

using builder::EloOf;
using builder::GameFilter;
using builder::Sides;

/// An option with a list separated by commas. `take` puts each part into `place`.
template <class Place, class Take>
Action list(Place& place, Take take, const char* expected) {
  return value([&place, take, expected](const std::string& text) {
    place.clear();
    for (const std::string& part : split(text))
      if (!take(part)) throw wrong_value(part, expected);
  });
}

/// Reads openings. Commas separate codes, but may be a part of a name.
void take_openings(const std::string& text, GameFilter& filter) {
  const Strings parts = split(text);
  const auto is_code = [](const std::string& part) { return openings::EcoRange::read(part).has_value(); };
  const bool is_list = std::ranges::all_of(parts, is_code);
  for (const std::string& part : is_list ? parts : Strings{text}) filter.openings_wanted.emplace_back(part);
}

Action limit(int builder::Range<int>::*end, GameFilter& filter) {
  return value([end, &filter](const std::string& text) { filter.date.*end = days_of(text).*end; });
}

}  // namespace

void add_game_filter(Command& command, VariantOptions& variant, OpeningOptions& names,
                     builder::Settings& settings) {
  GameFilter& filter = settings.filter;
  const auto result = [&filter](const std::string& name) {
    constexpr std::array<std::string_view, 4> kResults = {"1-0", "0-1", "1/2-1/2", "*"};
    filter.results.push_back(name);
    return std::ranges::find(kResults, name) != kResults.end();
  };
  const auto time_class = [&filter](const std::string& name) {
    const auto found = read_time_class(name);
    filter.time_classes.push_back(found.value_or(TimeClass::any));
    return found && *found != TimeClass::any && *found != TimeClass::ultra_bullet;
  };
  const auto eco = [&filter](const std::string& code) {
    const auto range = openings::EcoRange::read(code);
    if (range) filter.eco.push_back(*range);
    return range.has_value();
  };
  const auto opening = [&filter](const std::string& text) { take_openings(text, filter); };
  command.add(
      {
          {"min-elo", "N", "both players rated at least N", whole_number(filter.elo.least)},
          {"max-elo", "N", "both players rated at most N", whole_number(filter.elo.most)},
          {"elo-of", "WHO", "whose rating --min-elo and --max-elo check: both, either or mean",
           choice(filter.elo_of, {{"both", EloOf::both}, {"either", EloOf::either}, {"mean", EloOf::mean}})},
          {"max-elo-diff", "N", "ratings of the players differ by at most N",
           whole_number(filter.max_elo_difference)},
          {"since", "DATE", "played on or after this date: YYYY, YYYY.MM or YYYY.MM.DD",
           limit(&builder::Range<int>::least, filter)},
          {"until", "DATE", "played on or before this date; includes the whole month or year",
           limit(&builder::Range<int>::most, filter)},
          {"result", "LIST", "result is one of these: 1-0,0-1,1/2-1/2,*",
           list(filter.results, result, "1-0, 0-1, 1/2-1/2 or *")},
          {"time-class", "LIST",
           "time control is one of these: bullet,blitz,rapid,classical,correspondence,unknown",
           list(filter.time_classes, time_class,
                "bullet, blitz, rapid, classical, correspondence or unknown")},
          {"min-base", "SECONDS", "minimum base time", whole_number(filter.base_time.least)},
          {"max-base", "SECONDS", "maximum base time", whole_number(filter.base_time.most)},
          {"openings", "ECO|NAME",
           "opening of the game, by its last position with a name, including transpositions: B90, B20-B99, "
           "\"Sicilian Najdorf\"; may be repeated",
           value(opening)},
          names.option(),
          {"eco", "LIST", "ECO tag is one of these: B,C4,B20-B99",
           list(filter.eco, eco, "a code like B, B9 or B20-B99")},
          {"player", "REGEX", "the name of a player matches this regular expression", text(filter.player)},
          {"player-side", "SIDE", "side of that player: both, white or black",
           choice(filter.player_side,
                  {{"both", Sides::both}, {"white", Sides::white}, {"black", Sides::black}})},
          {"event", "REGEX", "the name of the event matches this regular expression", text(filter.event)},
          {"min-length", "PLIES", "minimum number of plies", whole_number(filter.min_plies)},
          {"sample", "SHARE", "a random share of the games",
           number(filter.sample, {.least = 0, .most = 1}, "a share from 0 to 1")},
          {"seed", "N", "seed of the random share, to repeat a run", whole_number(filter.seed)},
      },
      "Games wanted");
  variant.add_to(command, "Games wanted");
  command.add({untagged_switch(filter.untagged)}, "Games wanted");
}

void complete_game_filter(const Command& command, builder::Settings& settings) {
  const GameFilter& filter = settings.filter;
  check_needs(command, "player-side", {"player"});
  check_needs(command, "elo-of", {"min-elo", "max-elo"});
  check_needs(command, "seed", {"sample"});
  if (filter.elo.least > filter.elo.most) throw Failure("--min-elo is above --max-elo");
  if (filter.base_time.least > filter.base_time.most) throw Failure("--min-base is above --max-base");
  if (filter.date.least > filter.date.most) throw Failure("--since is after --until");
  // Of the first two the last one counts, as in Polyglot 2.0.4.
  const bool names_color = command.has("only-white") || command.has("only-black");
  if (names_color + command.has("side-of-winner") + command.has("side-of-player") > 1)
    throw Failure("--side-of-winner, --side-of-player and --only-white or --only-black exclude each other");
  if (filter.sides == Sides::player && filter.player.empty())
    throw Failure("--side-of-player: needs --player");
  filter.check().value();
}

void read_opening_names(const Command& command, const OpeningOptions& options, builder::Settings& settings) {
  if (settings.filter.openings_wanted.empty()) return;
  take_opening_names(options.read(command), settings.filter);
}

void take_opening_names(std::shared_ptr<const openings::OpeningNames> names, GameFilter& filter) {
  filter.opening_names = std::move(names);
  if (!filter.openings_wanted.empty() && !filter.opening_names)
    throw Failure("--openings needs names of openings: give --openings-file FILE, or install pgn-extract");
  for (const openings::OpeningQuery& wanted : filter.openings_wanted)
    if (std::ranges::none_of(filter.opening_names->all(),
                             [&](const openings::Opening& opening) { return wanted.matches(opening); })) {
      std::error_code none;
      const bool is_file = std::filesystem::exists(wanted.text(), none);
      throw Failure(fmt::format("has no opening that matches \"{0}\"{1}{2}", wanted.text(),
                                is_file ? "; to read names from it: --openings-file " : "",
                                is_file ? wanted.text() : ""),
                    filter.opening_names->path());
    }
}

}  // namespace polyglot::tools
