// SPDX-License-Identifier: MIT
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>

#include <polyglot/builder/build.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/os/interruption.hpp>

#include "tools/make_book_options.hpp"
#include "tools/make_book_progress.hpp"
#include "tools/option_values.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace make_book_tool {
namespace {

namespace json = boost::json;

using Seconds = std::chrono::duration<double>;

/// 0 if a pipe is among the files.
std::uint64_t total_size(const std::vector<std::string>& files) {
  std::uint64_t total = 0;
  for (const std::string& file : files) {
    std::error_code error;
    if (file == "-" || !std::filesystem::is_regular_file(file, error)) return 0;
    total += std::filesystem::file_size(file, error);
  }
  return total;
}

using Reasons = std::vector<std::pair<std::uint64_t, std::string_view>>;

/// "Skipped: 12 without a rating, 3 duplicates": the counts that are not 0.
std::string describe_counts(std::string_view title, const Reasons& counts) {
  std::string text;
  for (const auto& [count, what] : counts)
    if (count != 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  return text.empty() ? text : fmt::format("{:<11}{}\n", title, text);
}

/// Why games were not wanted.
Reasons reasons_of(const builder::Counts& counts) {
  Reasons reasons;
  for (std::size_t i = 0; i < builder::kRejections; ++i)
    reasons.emplace_back(counts.rejected.at(i), builder::describe(static_cast<builder::Rejection>(i)));
  return reasons;
}

std::string describe_games(const builder::Counts& counts) {
  Reasons skipped = reasons_of(counts);
  const Reasons others = {{counts.duplicates, "duplicates"},
                          {counts.variants, "of other variants"},
                          {counts.bad_starts, "with a wrong FEN"},
                          {counts.too_long, "too long"},
                          {counts.no_results, "without a result, or with a wrong move"}};
  skipped.insert(skipped.end(), others.begin(), others.end());
  return fmt::format("{:<11}{} read, {} used, {} plies\n", "Games:", counts.games, counts.used,
                     counts.plies) +
         describe_counts("Skipped:", skipped) +
         describe_counts("Cut short:",
                         {{counts.bad_moves, "at a wrong move"}, {counts.null_moves, "at a null move"}}) +
         describe_counts("Damaged:", {{counts.lost_text, "with text that was lost"}});
}

/// The default is that of Polyglot 2.0.4, and hides most moves of a few games.
std::string describe_rare(std::uint64_t rare, std::uint64_t min_games) {
  return rare == 0 ? ""
                   : fmt::format("{:<11}{} in fewer than {} games; to keep them: --min-game 1\n",
                                 "Left out:", counted(rare, "move"), min_games);
}

std::string describe_summary(const builder::Settings& settings, const builder::Summary& summary,
                             Seconds time) {
  std::string text = describe_games(summary.counts);
  if (summary.problems > 0)
    text += fmt::format("{:<11}{}{}:\n", "Problems:", summary.problems,
                        summary.problems > summary.first_problems.size() ? ", the first of them" : "");
  for (const builder::Problem& problem : summary.first_problems)
    text.append("  ").append(problem.to_string()).append(1, '\n');
  text += describe_rare(summary.rare, settings.entries.min_games);
  return text + fmt::format("{:<11}{}: {}, of {} seen, in {:.2f} s", "Book:", settings.output,
                            counted(summary.entries, "entry"), counted(summary.moves, "move"), time.count());
}

std::string_view why_empty(const builder::Counts& counts) {
  if (counts.games == 0) return "there are no games: give files that hold some";
  if (counts.used == 0) return "no game was used: the summary says why";
  return "see --min-game, --min-score and --weights";
}

/// Source: docs/json.md, "make-book".
json::object to_json(const builder::Settings& settings, const builder::Summary& summary, Seconds time) {
  const builder::Counts& counts = summary.counts;
  json::object not_wanted;
  for (const auto& [count, what] : reasons_of(counts))
    if (count != 0) not_wanted[what] = count;
  json::array problems;
  for (const builder::Problem& problem : summary.first_problems)
    problems.push_back(json::object{{"place", problem.place}, {"what", problem.what}});
  return {{"book", settings.output},
          {"entries", summary.entries},
          {"moves", summary.moves},
          {"rare_moves", summary.rare},
          {"seconds", time.count()},
          {"games",
           {{"read", counts.games},
            {"used", counts.used},
            {"plies", counts.plies},
            {"not_wanted", counts.filtered},
            {"duplicates", counts.duplicates},
            {"other_variants", counts.variants},
            {"wrong_fens", counts.bad_starts},
            {"too_long", counts.too_long},
            {"no_results", counts.no_results},
            {"wrong_moves", counts.bad_moves},
            {"null_moves", counts.null_moves},
            {"lost_text", counts.lost_text}}},
          {"not_wanted", std::move(not_wanted)},
          {"problems", summary.problems},
          {"first_problems", std::move(problems)}};
}

/// What the book is, and what the summary: each has words of its own.
Action formats(book::BookFormat& of_book, bool& as_json) {
  const Action book =
      choice(of_book, {{"polyglot", book::BookFormat::polyglot}, {"crafty", book::BookFormat::crafty}});
  Action both = choice(as_json, {{"text", false}, {"json", true}});
  both.choices.insert(both.choices.begin(), book.choices.begin(), book.choices.end());
  both.standard = "polyglot and text";
  both.take = [book = book.take, summary = both.take, words = both.choices](const Strings& word) {
    const bool is_one = book(word) || summary(word);
    return is_one ? Result<void>() : wrong_value(word.front(), alternatives(words));
  };
  return both;
}

Result<int> run(Command& command) {
  builder::Settings settings;
  VariantOptions variant;
  OpeningOptions names("auto");
  bool as_json = false;
  add_make_book(command, variant, names, settings);
  command.add({{"format,summary", "FORMAT",
                "format of the book: polyglot, or crafty (the same bytes as Crafty's book create); or of the "
                "summary: text or json; may be given for both",
                formats(settings.format, as_json)}},
              "The run");
  if (const auto exit_code = command.parse()) return *exit_code;
  if (auto completed = complete(command, variant, settings); !completed)
    return command.wrong_usage(completed.error());
  if (auto read = read_opening_names(command, names, settings); !read) return read.error();
  auto inputs = builder::input_files(settings.inputs);
  if (!inputs) return inputs.error();
  settings.inputs = std::move(*inputs);

  const auto start = std::chrono::steady_clock::now();
  builder::Progress progress;
  progress.total_bytes = total_size(settings.inputs);
  const os::Interruption interruption(progress.stop);
  std::optional<MakeBookProgress> display;
  if (!command.is_quiet()) display.emplace(progress);
  const auto summary = builder::build_book(settings, progress);
  display.reset();
  if (!summary && os::Interruption::exit_code() != 0) {
    command.tell("interrupted; nothing was written");
    return os::Interruption::exit_code();
  }
  if (!summary) return summary.error();
  const Seconds time = std::chrono::steady_clock::now() - start;
  command.say(as_json ? json_text(to_json(settings, *summary, time))
                      : describe_summary(settings, *summary, time));
  if (!command.is_quiet() && summary->entries == 0)
    command.tell(fmt::format("no entry: {} holds no moves, {}", settings.output, why_empty(summary->counts)));
  if (!summary->damaged_input) return kSuccess;
  command.tell("some input could not be read; the book holds the rest");
  return kFailure;
}

}  // namespace
}  // namespace make_book_tool

const Tool kMakeBook{
    .name = "make-book",
    .summary = "Builds a book from PGN games.",
    .examples =
        "polyglot make-book games.pgn -o book.bin\n"
        "polyglot make-book games/ --min-elo 2400 --min-game 5 --max-ply 40 -o book.bin\n"
        "cat *.pgn | polyglot make-book - --player Tal --side-of-player -o tal.bin\n",
    .run = make_book_tool::run,
};

}  // namespace polyglot::tools
