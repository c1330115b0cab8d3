// SPDX-License-Identifier: MIT
#include "builder/compiled_filter.hpp"

#include <polyglot/ascii.hpp>
#include <polyglot/builder/variant_game.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/name_search.hpp>
#include <polyglot/pgn/game_walk.hpp>
#include <polyglot/regex_fault.hpp>

#include "builder/tag_values.hpp"

namespace polyglot::builder {
namespace {

using pgn::KnownTag;

/// By Rejection.
constexpr std::array<std::string_view, kRejections> kRejectionTexts = {
    "too short",                                       // too_short
    "without a rating",                                // no_rating
    "with other ratings",                              // rating
    "without a date",                                  // no_date
    "of other dates",                                  // date
    "without a time control",                          // no_time_control
    "with other time controls",                        // time_control
    "without an opening",                              // no_opening
    "with other openings",                             // opening
    "of another kind of chess",                        // variant
    "with other results",                              // result
    "of other events",                                 // event
    "of other players",                                // player
    "with names too complex for --player or --event",  // too_complex
    "not in the sample",                               // sample
};

/// The expression, or the text itself: "Fairy-Max (4.8)" is a name.
std::optional<boost::regex> expression(const std::string& text) {
  if (text.empty()) return std::nullopt;
  constexpr auto kHow = boost::regex::perl | boost::regex::icase;
  const boost::regex wanted(text, kHow);
  std::string literal;
  for (const char c : text) {
    if (std::string_view(".[]{}()\\*+?|^$").find(c) != std::string_view::npos) literal += '\\';
    literal += c;
  }
  return literal == text ? wanted : boost::regex("(?:" + text + ")|" + literal, kHow);
}

/// A tag that is missing, empty or "?" has no value.
bool finds(const boost::regex& wanted, const std::string& as_given, std::optional<std::string_view> value) {
  if (!value || value->empty() || *value == "?") return false;
  std::uint64_t looks = 0;
  const auto is_found = search_name(pgn::plain_text(*value), wanted, looks);
  if (!is_found)
    throw TooComplex("the regular expression \"" + as_given + "\" is too complex for this game, skipped");
  return *is_found;
}

/// Maps a number to one that looks random (the finalizer of SplitMix64).
std::uint64_t mixed(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

bool passes_ratings(const GameFilter& filter, const pgn::GameText& game) {
  const Range<int>& wanted = filter.elo;
  const bool limits_difference = filter.max_elo_difference != std::numeric_limits<int>::max();
  if (wanted.is_open() && !limits_difference) return true;
  const auto white = rating_of(game, KnownTag::white_elo);
  const auto black = rating_of(game, KnownTag::black_elo);
  if (limits_difference && !(white && black && std::abs(*white - *black) <= filter.max_elo_difference))
    return false;
  if (wanted.is_open()) return true;
  switch (filter.elo_of) {
    case EloOf::both:
      return white && black && wanted.has(*white) && wanted.has(*black);
    case EloOf::either:
      return (white && wanted.has(*white)) || (black && wanted.has(*black));
    case EloOf::mean:
      return white && black && wanted.has(static_cast<int>((std::int64_t{*white} + *black) / 2));
  }
  return false;
}

bool passes_date(const GameFilter& filter, const pgn::GameText& game) {
  if (filter.date.is_open()) return true;
  const Range<int> date = date_of(game);
  return date.least <= date.most && date.least <= filter.date.most && date.most >= filter.date.least;
}

bool passes_time(const GameFilter& filter, const pgn::GameText& game) {
  if (filter.time_classes.empty() && filter.base_time.is_open()) return true;
  const std::string_view control = game.tag(KnownTag::time_control).value_or("?");
  const auto& classes = filter.time_classes;
  if (!classes.empty() && std::ranges::find(classes, time_class_of(control)) == classes.end()) return false;
  if (filter.base_time.is_open()) return true;
  const auto base = base_time_of(control);
  return base && filter.base_time.has(*base);
}

bool passes_eco(const GameFilter& filter, const pgn::GameText& game) {
  if (filter.eco.empty()) return true;
  std::string eco(game.tag(KnownTag::eco).value_or(""));
  if (!eco.empty()) eco.front() = to_upper(eco.front());
  return std::ranges::any_of(filter.eco, [&](const openings::EcoRange& wanted) { return wanted.has(eco); });
}

bool passes_variant(const GameFilter& filter, const pgn::GameText& game) {
  if (filter.variant.empty()) return true;
  if (filter.untagged && is_untagged(game)) return true;
  const auto start = pgn::start_position(game);
  const std::string_view name = game.tag(KnownTag::variant).value_or("");
  const bool chess960 = name.find("960") != name.npos || name.find("ischer") != name.npos ||
                        name.ends_with("fr") || (start && start->needs_chess960());
  return chess960 == (filter.variant == "chess960");
}

bool passes_result(const GameFilter& filter, const pgn::GameText& game) {
  if (filter.results.empty()) return true;
  const pgn::GameResult result = game.result();
  return std::ranges::any_of(filter.results,
                             [&](const std::string& wanted) { return pgn::result_of(wanted) == result; });
}

}  // namespace

Result<void> GameFilter::check() const {
  for (const auto& [text, option] : {std::pair(player, "--player"), std::pair(event, "--event")}) {
    try {
      (void)expression(text);
    } catch (const boost::regex_error& error) {
      return Error{describe_fault(text, error), option};
    }
  }
  return {};
}

std::string_view describe(Rejection reason) noexcept {
  return kRejectionTexts.at(static_cast<std::size_t>(reason));
}

NamedPositions named_positions(const GameFilter& filter) {
  NamedPositions positions;
  for (const openings::Opening& opening : filter.opening_names->all())
    positions.try_emplace(opening.key, std::ranges::any_of(filter.openings_wanted, [&](const auto& wanted) {
                            return wanted.matches(opening);
                          }));
  return positions;
}

CompiledFilter::CompiledFilter(const GameFilter& filter)
    : filter_(filter), player_(expression(filter.player)), event_(expression(filter.event)) {
  if (asks_for_opening()) openings_ = named_positions(filter);
}

std::optional<Rejection> CompiledFilter::rejection(const pgn::GameText& game) const {
  const auto tells = [&game](KnownTag tag) {
    const std::string_view value = game.tag(tag).value_or("");
    return !value.empty() && value != "?" && value != "-";
  };
  if (game.moves().size() < filter_.min_plies) return Rejection::too_short;
  if (!passes_ratings(filter_, game)) {
    const bool is_rated = rating_of(game, KnownTag::white_elo) && rating_of(game, KnownTag::black_elo);
    return is_rated ? Rejection::rating : Rejection::no_rating;
  }
  if (!passes_date(filter_, game)) {
    const Range<int> date = date_of(game);
    return date.least <= date.most ? Rejection::date : Rejection::no_date;
  }
  if (!passes_time(filter_, game))
    return tells(KnownTag::time_control) ? Rejection::time_control : Rejection::no_time_control;
  if (!passes_eco(filter_, game)) return tells(KnownTag::eco) ? Rejection::opening : Rejection::no_opening;
  if (!passes_variant(filter_, game)) return Rejection::variant;
  if (!passes_result(filter_, game)) return Rejection::result;
  if (event_ && !finds(*event_, filter_.event, game.tag(KnownTag::event))) return Rejection::event;
  if (player_ && !is_player(game, KnownTag::white) && !is_player(game, KnownTag::black))
    return Rejection::player;
  return std::nullopt;
}

bool CompiledFilter::is_sampled(std::size_t input, std::uint64_t offset) const noexcept {
  if (filter_.sample >= 1) return true;
  const std::uint64_t chance = mixed(mixed(mixed(filter_.seed + 1) ^ input) ^ offset);
  return static_cast<double>(chance) < std::ldexp(filter_.sample, 64);
}

bool CompiledFilter::is_player(const pgn::GameText& game, KnownTag side) const {
  const Sides other = side == KnownTag::white ? Sides::black : Sides::white;
  return player_ && filter_.player_side != other && finds(*player_, filter_.player, game.tag(side));
}

std::array<bool, 2> CompiledFilter::sides(const pgn::GameText& game) const {
  const pgn::GameResult result = game.result();
  switch (filter_.sides) {
    case Sides::both:
      break;
    case Sides::white:
      return {true, false};
    case Sides::black:
      return {false, true};
    case Sides::winner:
      return {result == pgn::GameResult::white_wins, result == pgn::GameResult::black_wins};
    case Sides::player:
      return {is_player(game, KnownTag::white), is_player(game, KnownTag::black)};
  }
  return {true, true};
}

}  // namespace polyglot::builder
