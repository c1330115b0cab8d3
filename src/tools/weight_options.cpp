#include <array>
#include <chrono>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "tools/make_book_options.hpp"
#include "tools/option_values.hpp"

namespace polyglot::tools {
namespace {

using builder::Range;

/// Today as YYYYMMDD, in UTC.
int today() {
  namespace chrono = std::chrono;
  const chrono::year_month_day day(chrono::floor<chrono::days>(chrono::system_clock::now()));
  return static_cast<int>(day.year()) * 10000 + static_cast<int>(static_cast<unsigned>(day.month())) * 100 +
         static_cast<int>(static_cast<unsigned>(day.day()));
}

/// Numbers with commas between them.
template <std::size_t count>
Result<std::array<double, count>> numbers_of(const Arguments& arguments, const char* option) {
  const auto& text = arguments[option].as<std::string>();
  const Strings parts = split(text);
  std::array<double, count> numbers{};
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = parts.size() == count ? number_of(parts[i]) : std::nullopt;
    if (!number) return wrong_value(option, text, fmt::format("{} numbers with commas between", count));
    numbers[i] = *number;
  }
  return numbers;
}

}  // namespace

void declare_weights(boost::program_options::options_description& options) {
  options.add_options()  //
      ("weights", value<std::string>("RULE"),
       "polyglot (default): 2 for a win, 1 for a draw, all moves of a position halved when one has 16384 "
       "games; points: by -factors; frequency: games; score: score in hundredths of a percent, with "
       "-prior")                                                                                        //
      ("factors", value<std::string>("W,D,L"), "what a win, a draw and a loss count (default: 2,1,0)")  //
      ("prior", value<std::string>("GAMES,P"),
       "add so many games with a score of P percent to each move (default: 10,50)")  //
      ("elo-doubling", value<std::string>("N"),
       "so many points of the mover's rating count twice as much")                                      //
      ("half-life", value<std::string>("YEARS"), "games so much older count half as much")              //
      ("decay-until", value<std::string>("DATE"), "the day that age is counted from (default: today)")  //
      ("keep-zero", "keep moves that have weight 0");
}

Result<builder::GameWeights> game_weights_of(const Arguments& arguments) {
  builder::GameWeights weights{.decay_until = today()};
  for (const auto& [option, place] :
       {std::pair{"elo-doubling", &weights.elo_doubling}, {"half-life", &weights.half_life}}) {
    const Range<double> above_zero{.least = std::numeric_limits<double>::min()};
    if (auto taken = take_number(arguments, option, above_zero, "a number above 0", *place); !taken)
      return taken.error();
  }
  if (auto checked = check_company(arguments, "decay-until", {"half-life"}); !checked) return checked.error();
  const auto until = date_option(arguments, "decay-until");
  if (!until) return until.error();
  if (!until->is_open()) weights.decay_until = until->least;
  return weights;
}

Result<builder::EntryRule> entry_rule_of(const Arguments& arguments) {
  builder::EntryRule rule;
  rule.min_games = whole_of<std::uint64_t>(arguments, "min-game");
  const Range<double> any{.least = std::numeric_limits<double>::lowest()};
  if (auto taken = take_number(arguments, "min-score", any, "a percentage", rule.min_score); !taken)
    return taken.error();
  rule.uniform = arguments.count("uniform") != 0;
  rule.keep_zero = arguments.count("keep-zero") != 0;
  if (arguments.count("factors") != 0 && arguments.count("prior") != 0)
    return Error{"-factors and -prior belong to different -weights: give one of them"};
  if (arguments.count("factors") != 0) {
    const auto factors = numbers_of<3>(arguments, "factors");
    if (!factors) return factors.error();
    rule.rule = builder::WeightRule::points;
    rule.factors = {.win = (*factors)[0], .draw = (*factors)[1], .loss = (*factors)[2]};
  }
  if (arguments.count("prior") != 0) {
    const auto prior = numbers_of<2>(arguments, "prior");
    if (!prior) return prior.error();
    if ((*prior)[0] < 0 || !Range<double>{0, 100}.has((*prior)[1]))
      return wrong_value("prior", arguments["prior"].as<std::string>(),
                         "games from 0 on and 0 to 100 percent");
    rule.rule = builder::WeightRule::score;
    rule.prior = {.games = (*prior)[0], .percent = (*prior)[1]};
  }
  if (arguments.count("weights") == 0) return rule;
  const auto chosen =
      choice_of<builder::WeightRule, 4>(arguments, "weights", {"polyglot", "points", "frequency", "score"});
  if (!chosen) return chosen.error();
  if (rule.rule != builder::WeightRule::polyglot && rule.rule != *chosen)
    return Error{"-weights: -factors belong to points, -prior belongs to score"};
  rule.rule = *chosen;
  return rule;
}

}  // namespace polyglot::tools
