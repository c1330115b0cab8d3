// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value_from.hpp>
#include <fmt/format.h>

#include <polyglot/analysis/opening_trial.hpp>
#include <polyglot/builder/build.hpp>
#include <polyglot/builder/variant_game.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/pgn/game_reader.hpp>

#include "tools/opening_suite.hpp"
#include "tools/option_values.hpp"
#include "tools/review_gap.hpp"
#include "tools/text_files.hpp"
#include "tools/tool.hpp"
#include "tools/trial_picture.hpp"
#include "tools/variant_options.hpp"

namespace polyglot::tools {
namespace judge_openings_tool {
namespace {

namespace json = boost::json;
using analysis::DropReason;
using analysis::Estimate;
using analysis::OpeningFigures;
using analysis::TrialReport;

struct Request {
  Strings results;
  std::string suite;
  VariantOptions variant;
  bool as_json = false;
  analysis::TrialRule rule;
  std::size_t shown = 20;
  std::string out;
  std::string picture;  ///< a file for the picture; empty: none
};

/// Counts games, among them those that give no evidence about an opening.
struct Others {
  std::uint64_t games = 0;    ///< all that were read
  std::uint64_t foreign = 0;  ///< not from an opening of the suite
};

Result<Others> read_results(const Command& command, const Strings& paths, const OpeningSuite& suite,
                            analysis::OpeningTrial& trial) {
  Others others;
  std::map<std::string, std::uint64_t> of_variants;
  const auto add = [&](const pgn::GameText& game) -> Result<void> {
    ++others.games;
    const bool has_rules = builder::is_game_of(game, suite.rules());
    if (!has_rules) ++of_variants[variant_of(game)];
    const auto opening = has_rules ? suite.opening_of(game) : std::nullopt;
    if (opening)
      trial.add(*opening, player_name(game, pgn::KnownTag::white), player_name(game, pgn::KnownTag::black),
                game.result());
    else
      ++others.foreign;
    return {};
  };
  for (const std::string& path : paths)
    if (auto read = pgn::visit_games(path, add); !read) return read.error();
  for (const auto& [name, games] : of_variants)
    command.note(fmt::format("{} of {} left out: the suite is of {}", counted(games, "game"), name,
                             suite.rules().is_chess() ? "chess" : suite.rules().name()));
  return others;
}

std::string_view name_of(DropReason reason) noexcept {
  return reason == DropReason::one_sided ? "one_sided" : "tells_little";
}

/// Returns the numbers of the openings, the one with the most evidence against it first.
std::vector<std::size_t> by_evidence(const TrialReport& report) {
  std::vector<std::size_t> order(report.openings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return report.openings[i].p_value; });
  return order;
}

std::string percent(const Estimate& estimate) {
  return fmt::format("{:.1f} % ({:.1f} to {:.1f})", 100 * estimate.value, 100 * estimate.low,
                     100 * estimate.high);
}

std::string describe(const OpeningFigures& figures) {
  const auto& pairs = figures.pairs;
  const Estimate& sensitivity = figures.sensitivity;
  return fmt::format(
      "  Pairs        {}, of which the stronger player scored 0: {}, 1/2: {}, 1: {}, 3/2: {}, 2: {}\n"
      "  Draws        {}\n"
      "  White scores {}\n"
      "  Sensitivity  {}\n",
      figures.pair_count(), pairs[0], pairs[1], pairs[2], pairs[3], pairs[4], percent(figures.draw_rate),
      percent(figures.white_score),
      figures.pair_count() == 0 ? "unknown, because there are no pairs"
                                : fmt::format("{:.0f} Elo, normalised, by pairs ({:.0f} to {:.0f})",
                                              sensitivity.value, sensitivity.low, sensitivity.high));
}

std::string text_of(const Request& request, const OpeningSuite& suite, const TrialReport& report,
                    const Others& others) {
  const auto dropped = static_cast<std::uint64_t>(
      std::ranges::count_if(report.openings, [](const auto& one) { return one.drop != DropReason::none; }));
  std::string text =
      fmt::format("{}, {} of the suite's {}; {} without a result, {} without a game of reversed colours\n",
                  counted(others.games, "game"), others.games - others.foreign,
                  counted(report.openings.size(), "opening"), report.unfinished, report.alone);
  text += "All openings\n" + describe(report.all);
  if (dropped > 0)
    text += fmt::format("Without the {} to drop\n", counted(dropped, "opening")) + describe(report.kept);
  else
    text += fmt::format("No opening is to be dropped at an error rate of {}\n", request.rule.error_rate);
  text += fmt::format("\n{:>6} {:>6}  {:<15} {:>6} {:>6} {:>8}  {:<12}  {}\n", "number", "pairs",
                      "0 1/2 1 3/2 2", "draws", "White", "p-value", "verdict", "opening");
  std::size_t shown = 0;
  for (const std::size_t i : by_evidence(report)) {
    if (shown++ == request.shown) {
      text += fmt::format("... and {} more: --count\n",
                          counted(report.openings.size() - request.shown, "opening"));
      break;
    }
    const auto& [figures, p_value, drop] = report.openings[i];
    const auto& opening = suite.openings()[i];
    text += fmt::format("{:>6} {:>6}  {:<15} {:>4.0f} % {:>4.0f} % {:>8.2g}  {:<12}  {}\n", i + 1,
                        figures.pair_count(), fmt::format("{}", fmt::join(figures.pairs, " ")),
                        100 * figures.draw_rate.value, 100 * figures.white_score.value, p_value,
                        drop == DropReason::one_sided      ? "one-sided"
                        : drop == DropReason::tells_little ? "tells little"
                                                           : "",
                        opening.name.empty() ? opening.position.to_fen() : opening.name);
  }
  return text;
}

json::object json_of(const Estimate& estimate) {
  return {{"value", json_number(estimate.value)},
          {"low", json_number(estimate.low)},
          {"high", json_number(estimate.high)}};
}

json::object json_of(const OpeningFigures& figures) {
  return {{"games", figures.games},
          {"draws", figures.draws},
          {"pairs", json::value_from(figures.pairs)},
          {"draw_rate", json_of(figures.draw_rate)},
          {"white_score", json_of(figures.white_score)},
          {"sensitivity",
           figures.pair_count() == 0 ? json::value(nullptr) : json::value(json_of(figures.sensitivity))}};
}

/// Source: docs/json.md, "judge-openings".
std::string json_of(const Request& request, const OpeningSuite& suite, const TrialReport& report,
                    const Others& others) {
  json::array openings;
  json::array dropped;
  for (std::size_t i = 0; i < report.openings.size(); ++i) {
    const auto& [figures, p_value, drop] = report.openings[i];
    const auto& opening = suite.openings()[i];
    json::object object{{"number", i + 1},
                        {"line", opening.line},
                        {"name", opening.name},
                        {"fen", opening.position.to_fen()}};
    for (auto& [key, value] : json_of(figures)) object[key] = value;
    object["p_value"] = json_number(p_value);
    object["drop"] = drop == DropReason::none ? json::value(nullptr) : json::value(name_of(drop));
    if (drop != DropReason::none) dropped.emplace_back(i + 1);
    openings.emplace_back(std::move(object));
  }
  return json_text(json::object{{"suite", request.suite},
                                {"error_rate", json_number(request.rule.error_rate)},
                                {"games", others.games},
                                {"foreign", others.foreign},
                                {"unfinished", report.unfinished},
                                {"alone", report.alone},
                                {"all", json_of(report.all)},
                                {"kept", json_of(report.kept)},
                                {"drop", std::move(dropped)},
                                {"openings", std::move(openings)}}) +
         '\n';
}

/// Reads "0.40..0.70".
Result<void> read_white_score(const std::string& word, std::pair<double, double>& range) {
  constexpr std::string_view kExpected = "a range of points a game like 0.40..0.70";
  const auto read = read_range<double>(
      word, [](const std::string& end) { return parse_fraction(end); }, kExpected);
  if (!read) return read.error();
  if (read->first < 0 || read->second > 1 || read->first == read->second) return wrong_value(word, kExpected);
  range = *read;
  return {};
}

Result<int> run(Command& command) {
  Request request;
  command.add({
      {"pgn", "RESULTS", "the games of the tournament, in PGN, compressed or not",
       game_files(request.results), config::kAllPlain, true},
      {"suite", "FILE", "the suite of the tournament: lines of EPD or FEN, or games in PGN",
       text(request.suite)},
      {"error-rate", "R", "maximum share of the dropped openings that are dropped by mistake",
       number(request.rule.error_rate, {0, 1}, "a share from 0 to 1")},
      {"white", "LO..HI",
       "also drop openings in which White's mean score is certainly outside this range, such as 0.40..0.70",
       value(
           [&request](const std::string& word) { return read_white_score(word, request.rule.white_score); })},
      text_or_json_switch(request.as_json),
      {"count", "N", "number of openings to show in the text", whole(request.shown)},
      {"out,o", "FILE", "write the suite without the openings to drop", output_file(request.out)},
      {"picture", "FILE",
       "draw a picture (SVG) of White's score and the sensitivity of each opening, by its draws",
       picture_file(request.picture)},
  });
  request.variant.add_without_keys_to(command);
  if (const auto exit_code = command.parse()) return *exit_code;
  if (request.suite.empty()) return Error{"name the suite that the games were played from", "--suite"};
  Strings inputs = request.results;
  inputs.push_back(request.suite);
  if (!request.out.empty())
    if (auto other = check_is_none_of(inputs, request.out); !other) return other.error();
  const auto suite = OpeningSuite::read(request.suite, request.variant);
  if (!suite) return suite.error();
  analysis::OpeningTrial trial(suite->openings().size());
  const auto others = read_results(command, request.results, *suite, trial);
  if (!others) return others.error();
  if (others->games == others->foreign)
    return Error{
        others->games == 0 ? "there are no games in it" : "no game of it begins with an opening of the suite",
        request.results.front()};
  const TrialReport report = trial.judge(request.rule);

  if (auto written = write_picture(request.picture, trial_picture(report, *suite)); !written)
    return written.error();
  if (!request.out.empty()) {
    std::vector<bool> dropped;
    for (const auto& opening : report.openings) dropped.push_back(opening.drop != DropReason::none);
    if (auto written = write_text(request.out, suite->text_without(dropped)); !written)
      return written.error();
    if (request.out == "-") return kSuccess;
  }
  return success_if(os::write_output(request.as_json ? json_of(request, *suite, report, *others)
                                                     : text_of(request, *suite, report, *others)));
}

}  // namespace
}  // namespace judge_openings_tool

const Tool kJudgeOpenings{
    .name = "judge-openings",
    .summary = "Shows how well the openings of a suite separated the engines of a tournament.",
    .examples =
        "polyglot judge-openings games.pgn --suite suite.epd\n"
        "polyglot judge-openings games.pgn.zst --suite suite.pgn -o better.pgn\n"
        "polyglot judge-openings games.pgn --suite suite.epd --white 0.40..0.75\n",
    .run = judge_openings_tool::run,
    .group = "analysis",
};

}  // namespace polyglot::tools
