// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/builder/build.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/os/streams.hpp>

#include "tools/game_counts.hpp"
#include "tools/make_book_options.hpp"
#include "tools/option_values.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace count_games_tool {
namespace {

namespace json = boost::json;

using Seconds = std::chrono::duration<double>;

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

void add_options(Command& command, VariantOptions& variant, OpeningOptions& names,
                 builder::Settings& settings, bool& as_json) {
  settings.output = "games.counts";
  const auto groups = [&settings](const std::string& text) { read_groups(text, settings); };
  command.add(
      {games_switch(settings.inputs, "; also files of counts, which are added (default: book.pgn)"),
       {"out,o", "COUNTS", "the file of counts to write", output_file(settings.output)},
       {"by", "LIST",
        "count separately by one or more of: rating (bands of the mean rating), speed (time class), year",
        value(groups)}},
      "Files");
  command.add(move_switches(settings), "Moves");
  add_game_filter(command, variant, names, settings);
  command.add({summary_switch(as_json)}, "The run");
  add_run(command, settings);
}

void complete_counting(const Command& command, const VariantOptions& variant, builder::Settings& settings) {
  if (settings.inputs.empty() && !settings.added.empty())
    return refuse_others(command, {"pgn", "out", "summary", "tmp"}, kNeedsGames);
  for (const char* const name : {"sample", "seed"})
    if (command.has(name))
      throw Failure(fmt::format("--{}: a random share depends on how the games are cut into files", name));
  complete_games(command, variant, settings);
  settings.header.reset();
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

/// Source: docs/json.md, "Schema".
json::object to_json(const builder::Settings& settings, const builder::CountSummary& summary, Seconds time) {
  const counts::Header& header = summary.header;
  json::object object{{"counts",
                       {{"file", settings.output},
                        {"games", header.games},
                        {"positions", header.positions},
                        {"moves", header.moves},
                        {"groups", header.groups.size()},
                        {"inputs", header.inputs.size()}}},
                      {"seconds", time.count()}};
  add_games(object, "games", summary.games);
  return object;
}

int run(Command& command) {
  builder::Settings settings;
  bool as_json = false;
  VariantOptions variant;
  OpeningOptions names("auto");
  add_options(command, variant, names, settings, as_json);
  if (const auto exit_code = command.parse()) return *exit_code;
  check_default_output(command, settings.output);
  settings.added = take_counts(settings.inputs);
  usage([&] { complete_counting(command, variant, settings); });
  read_opening_names(command, names, settings);
  find_inputs(settings);

  const auto start = std::chrono::steady_clock::now();
  const bool shows = !command.is_quiet() && !settings.inputs.empty();
  const auto summary = with_progress(
      settings.inputs, shows, [&](auto& progress) { return builder::count_games(settings, progress); });
  if (!summary) return command.failed(summary.error());
  const Seconds time = std::chrono::steady_clock::now() - start;
  command.say(as_json ? json_text(to_json(settings, *summary, time)) : describe(settings, *summary, time));
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
};

}  // namespace polyglot::tools
