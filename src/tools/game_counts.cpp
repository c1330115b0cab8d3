// SPDX-License-Identifier: MIT
#include "tools/game_counts.hpp"
#include <filesystem>

#include <boost/json/array.hpp>

#include <polyglot/counted.hpp>
#include <polyglot/counts/counts_file.hpp>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

NamedCounts reasons_of(const builder::Counts& counts) {
  NamedCounts reasons;
  for (std::size_t i = 0; i < builder::kRejections; ++i)
    reasons.emplace_back(counts.rejected.at(i), builder::describe(static_cast<builder::Rejection>(i)));
  return reasons;
}

std::string describe_counts_of_games(const builder::Counts& counts) {
  NamedCounts skipped = reasons_of(counts);
  skipped.insert(skipped.end(), {{counts.duplicates, "duplicates"},
                                 {counts.variants, "of other variants"},
                                 {counts.bad_starts, "with a wrong FEN"},
                                 {counts.too_long, "too long"}});
  const auto rejected = [&](builder::Rejection why) {
    return counts.rejected.at(static_cast<std::size_t>(why));
  };
  const bool no_name_matches =
      counts.used + counts.duplicates + counts.bad_starts + rejected(builder::Rejection::opening) == 0 &&
      rejected(builder::Rejection::player) + rejected(builder::Rejection::event) > 0;
  return fmt::format(
      "{:<11}{} read, {} used, {} plies{}{}{}{}{}{}\n", "Games:", counts.games, counts.used, counts.plies,
      listed("\nSkipped:   ", skipped),
      no_name_matches ? "\nNames:     no game matches --player and --event" : "",
      listed("\nCut short: ", {{counts.bad_moves, "at a wrong move"}, {counts.null_moves, "at a null move"}}),
      listed("\nDamaged:   ", {{counts.lost_text, "with text that was lost"}}),
      listed("\nGuessed:   ", {{counts.guessed_ends, "end without a result, where move number 1 follows"}}),
      listed(
          "\nResults:   ",
          {{counts.drawn_by_tag,
            "won games count as draws, as in Polyglot 2.0.4: their Result tag does not say who won; to count "
            "them as wins: count-games, and make-book from the counts"}}));
}

}  // namespace

Strings take_counts(Strings& files) {
  const auto counts = std::stable_partition(files.begin(), files.end(), [](const std::string& path) {
    return path == "-" || !counts::is_counts_file(path).value();
  });
  Strings taken(std::make_move_iterator(counts), std::make_move_iterator(files.end()));
  files.erase(counts, files.end());
  return taken;
}

std::uint64_t size_of_files(const std::vector<std::string>& files) {
  std::uint64_t total = 0;
  for (const std::string& file : files) {
    std::error_code error;
    if (file == "-" || !std::filesystem::is_regular_file(file, error)) return 0;
    total += std::filesystem::file_size(file, error);
  }
  return total;
}

std::string describe_games(const builder::Summary& summary) {
  std::string text = describe_counts_of_games(summary.counts);
  if (summary.problems > 0)
    text += fmt::format("{:<11}{}{}:\n", "Problems:", summary.problems,
                        summary.problems > summary.first_problems.size() ? ", the first of them" : "");
  for (const Error& problem : summary.first_problems)
    text.append("  ").append(problem.to_string()).append(1, '\n');
  return text;
}

std::string describe_left_out(const builder::LeftOut& left_out, const builder::EntryRule& rule) {
  std::string text;
  const auto add = [&text](std::uint64_t moves, std::string_view why) {
    if (moves > 0) text += fmt::format("{:<11}{} {}\n", "Left out:", counted(moves, "move"), why);
  };
  add(left_out.rare, fmt::format("in fewer than {} games; to keep them: --min-game 1", rule.min_games));
  add(left_out.weightless, "with weight 0; to keep them: --keep-zero");
  add(left_out.weak, rule.min_score > 0 ? fmt::format("with a score below {} %", rule.min_score)
                                        : "with too few wins for --min-win-percent");
  return text;
}

void add_games(json::object& object, std::string_view name, const builder::Summary& summary) {
  const builder::Counts& counts = summary.counts;
  object[name] = {{"read", counts.games},
                  {"used", counts.used},
                  {"plies", counts.plies},
                  {"not_wanted", counts.filtered},
                  {"duplicates", counts.duplicates},
                  {"other_variants", counts.variants},
                  {"wrong_fens", counts.bad_starts},
                  {"too_long", counts.too_long},
                  {"wrong_moves", counts.bad_moves},
                  {"null_moves", counts.null_moves},
                  {"lost_text", counts.lost_text},
                  {"guessed_ends", counts.guessed_ends},
                  {"drawn_by_tag", counts.drawn_by_tag}};
  json::object& not_wanted = object["not_wanted"].emplace_object();
  for (const auto& [count, what] : reasons_of(counts))
    if (count != 0) not_wanted[what] = count;
  object["problems"] = summary.problems;
  json::array& problems = object["first_problems"].emplace_array();
  for (const Error& problem : summary.first_problems)
    problems.push_back(json::object{{"place", problem.where}, {"what", problem.what}});
}

}  // namespace polyglot::tools
