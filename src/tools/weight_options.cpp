// SPDX-License-Identifier: MIT
#include <array>
#include <chrono>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "tools/make_book_options.hpp"
#include "tools/option_values.hpp"

namespace polyglot::tools {
namespace {

using builder::Range;
using builder::WeightRule;

/// Today as YYYYMMDD, in UTC.
int today() {
  namespace chrono = std::chrono;
  const chrono::year_month_day day(chrono::floor<chrono::days>(chrono::system_clock::now()));
  return static_cast<int>(day.year()) * 10000 + static_cast<int>(static_cast<unsigned>(day.month())) * 100 +
         static_cast<int>(static_cast<unsigned>(day.day()));
}

/// Reads numbers separated by commas.
template <std::size_t count>
void read_numbers(const std::string& text, const std::array<double*, count>& places) {
  const Strings parts = split(text);
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = parts.size() == count ? parse_fraction(parts[i]) : std::nullopt;
    if (!number) throw wrong_value(text, fmt::format("a list of {} numbers with commas between", count));
    *places[i] = *number;
  }
}

void read_prior(const std::string& text, builder::Prior& prior) {
  read_numbers<2>(text, {&prior.games, &prior.percent});
  if (prior.games < 0 || !Range<double>{0, 100}.has(prior.percent))
    throw wrong_value(text, "a number of games from 0 on and 0 to 100 percent");
}

}  // namespace

void add_weights(Command& command, builder::Settings& settings) {
  builder::EntryRule& rule = settings.entries;
  builder::GameWeights& weights = settings.game_weights;
  weights.decay_until = today();
  const Range<double> above_zero{.least = std::numeric_limits<double>::min()};
  const auto factors = [&factors = rule.factors](const std::string& text) {
    return read_numbers<3>(text, {&factors.win, &factors.draw, &factors.loss});
  };
  const auto prior = [&rule](const std::string& text) { return read_prior(text, rule.prior); };
  const auto decay_until = [&weights](const std::string& text) { weights.decay_until = days_of(text).least; };
  command.add(
      {
          {"weights", "RULE",
           "polyglot: 2 for a win, 1 for a draw, all moves of a position are halved when one has "
           "16384 games; points: by --factors; frequency: games; score: score in hundredths of a percent, "
           "with --prior",
           choice(rule.rule, {{"polyglot", WeightRule::polyglot},
                              {"points", WeightRule::points},
                              {"frequency", WeightRule::frequency},
                              {"score", WeightRule::score}})},
          {"factors", "W,D,L", "points for a win, a draw and a loss", value(factors, "2,1,0")},
          {"prior", "GAMES,P", "add GAMES games with a score of P percent to each move",
           value(prior, "10,50")},
          {"elo-doubling", "N", "N points more of the player's rating double the weight of a game",
           number(weights.elo_doubling, above_zero, "a number above 0")},
          {"half-life", "YEARS", "games YEARS older count half as much",
           number(weights.half_life, above_zero, "a number above 0")},
          {"decay-until", "DATE", "the day from which the age of games is counted (default: today)",
           value(decay_until)},
          {"keep-zero", "", "keep moves with weight 0", flag(rule.keep_zero)},
          {"learn", "", "fill the learn fields with games and half points of the side to move",
           flag(rule.learn)},
      },
      "Weights");
}

void complete_weights(const Command& command, builder::Settings& settings) {
  check_company(command, "decay-until", {"half-life"});
  if (command.has("factors") && command.has("prior"))
    throw Failure("--factors and --prior belong to different --weights: give one of them");
  WeightRule& rule = settings.entries.rule;
  const WeightRule needed = command.has("factors") ? WeightRule::points
                            : command.has("prior") ? WeightRule::score
                                                   : rule;
  if (command.has("weights") && rule != needed)
    throw Failure("--weights: --factors belong to points, --prior belongs to score");
  rule = needed;
}

}  // namespace polyglot::tools
