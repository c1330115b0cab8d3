// SPDX-License-Identifier: MIT
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include <boost/json/object.hpp>
#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/builder/build.hpp>
#include <polyglot/builder/count.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/os/input.hpp>
#include <polyglot/os/interruption.hpp>

#include "tools/counts_options.hpp"
#include "tools/game_counts.hpp"
#include "tools/make_book_options.hpp"
#include "tools/option_values.hpp"
#include "tools/progress.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace count_games_tool {
namespace {

namespace json = boost::json;

using Seconds = std::chrono::duration<double>;

/// The request of the command line.
struct Wanted {
  builder::Settings settings;
  bool as_json = false;
};

void read_groups(const std::string& text, builder::Settings& settings) {
  builder::GroupBy& by = settings.counted_by.emplace();
  for (const std::string& part : split(text)) {
    bool* const place = part == "rating"  ? &by.rating
                        : part == "speed" ? &by.speed
                        : part == "year"  ? &by.year
                                          : nullptr;
    if (place == nullptr) throw wrong_value(part, "rating, speed or year");
    *place = true;
  }
}

void add_options(Command& command, VariantOptions& variant, OpeningOptions& names, Wanted& wanted) {
  builder::Settings& settings = wanted.settings;
  settings.output = "games.counts";
  auto& sides = settings.filter.sides;
  const auto groups = [&settings](const std::string& text) { read_groups(text, settings); };
  command.add({games_switch(settings.inputs, "; also files of counts, which are added (default: book.pgn)"),
               {"out,o", "COUNTS", "the file of counts to write", output_file(settings.output)}},
              "Files");
  command.add(
      {
          {"by", "LIST",
           "count separately by one or more of: rating (bands of the mean rating), speed (time class), year",
           value(groups)},
          {"max-ply", "N", "maximum number of plies taken from each game", whole(settings.max_ply)},
          {"only-white", "", "count only White's moves", constant(sides, builder::Sides::white)},
          {"only-black", "", "count only Black's moves", constant(sides, builder::Sides::black)},
          {"side-of-winner", "", "count only the moves of the winner",
           constant(sides, builder::Sides::winner)},
          {"side-of-player", "", "count only the moves of --player", constant(sides, builder::Sides::player)},
          {"no-inner-rooks", "",
           "leave out Chess960 positions in which an inner rook may castle: book keys do not show which rook",
           flag(settings.leave_out_inner_rooks)},
      },
      "Moves");
  add_game_filter(command, names, settings);
  variant.add_to(command, "Games wanted");
  command.add({untagged_switch(settings.filter.untagged)}, "Games wanted");
  command.add({text_or_json_switch(wanted.as_json, "format of the summary")}, "The run");
  add_run(command, settings);
}

void complete_counting(const Command& command, const VariantOptions& variant, builder::Settings& settings) {
  if (settings.inputs.empty() && !settings.added.empty()) return check_needs_no_games(command);
  complete_inputs(settings.inputs);
  for (const char* const name : {"sample", "seed"})
    if (command.has(name))
      throw Failure(fmt::format("--{}: a random share depends on how the games are cut into files", name));
  check_company(command, "openings-file", {"openings"});
  complete_game_filter(command, settings);
  complete_variant(command, variant, settings);
  settings.header.reset();
  if (settings.variant && settings.variant->name() != "normal" && command.has("openings"))
    throw Failure("--openings is for games of chess");
}

/// Finds the input files. Makes standard input a file, because counting reads it twice to identify it.
void find_inputs(builder::Settings& settings) {
  auto inputs = builder::input_files(settings.inputs).value();
  for (std::string& input : inputs) {
    if (input != "-") continue;
    os::make_standard_input_a_file().value();
    input = os::kStandardInputFile;
  }
  settings.inputs = std::move(inputs);
}

std::string describe(const builder::Settings& settings, const builder::CountSummary& summary, Seconds time) {
  const counts::Header& header = summary.header;
  const std::string sum = settings.added.empty() ? ""
                                                 : fmt::format(", of {} of {}", counted(header.games, "game"),
                                                               counted(header.inputs.size(), "file"));
  return (settings.inputs.empty() ? "" : describe_games(summary.games)) +
         fmt::format("{:<11}{}: {}, {}{}{}, in {:.2f} s", "Counts:", settings.output,
                     counted(header.positions, "position"), counted(header.moves, "move"),
                     header.groups.size() > 1 ? fmt::format(" in {} groups", header.groups.size()) : "", sum,
                     time.count());
}

/// Source: docs/json.md, "count-games".
json::object to_json(const builder::Settings& settings, const builder::CountSummary& summary, Seconds time) {
  const counts::Header& header = summary.header;
  return {{"counts",
           {{"file", settings.output},
            {"games", header.games},
            {"positions", header.positions},
            {"moves", header.moves},
            {"groups", header.groups.size()},
            {"inputs", header.inputs.size()}}},
          {"seconds", time.count()},
          {"games", json_of(summary.games.counts)},
          {"not_wanted", not_wanted_json(summary.games.counts)},
          {"problems", summary.games.problems},
          {"first_problems", problems_json(summary.games)}};
}

int run(Command& command) {
  Wanted wanted;
  builder::Settings& settings = wanted.settings;
  VariantOptions variant;
  OpeningOptions names("auto");
  add_options(command, variant, names, wanted);
  if (const auto exit_code = command.parse()) return *exit_code;
  settings.added = take_counts(settings.inputs);
  usage([&] { complete_counting(command, variant, settings); });
  read_opening_names(command, names, settings);
  find_inputs(settings);

  const auto start = std::chrono::steady_clock::now();
  builder::Progress progress;
  progress.total_bytes = size_of_files(settings.inputs);
  const os::Interruption interruption(progress.stop);
  std::optional<MakeBookProgress> display;
  if (!command.is_quiet() && !settings.inputs.empty()) display.emplace(progress);
  const auto summary = builder::count_games(settings, progress);
  display.reset();
  if (!summary) return command.failed(summary.error());
  const Seconds time = std::chrono::steady_clock::now() - start;
  command.say(wanted.as_json ? json_text(to_json(settings, *summary, time))
                             : describe(settings, *summary, time));
  if (!summary->games.damaged_input) return kSuccess;
  command.tell("some input could not be read; the counts have the rest");
  return kFailure;
}

}  // namespace
}  // namespace count_games_tool

const Tool kCountGames{
    .name = "count-games",
    .summary = "Counts games by position and move, and adds counts up.",
    .examples =
        "polyglot count-games january.pgn.zst -o january.counts\n"
        "polyglot count-games games/ --by rating,speed --max-ply 40 -o games.counts\n"
        "polyglot count-games 2026.counts december.pgn -o all.counts\n",
    .run = count_games_tool::run,
    .group = "counts",
};

}  // namespace polyglot::tools
