// SPDX-License-Identifier: MIT
#include <polyglot/builder/build.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/pgn/game_tree.hpp>

#include "tools/game_counts.hpp"
#include "tools/make_book_options.hpp"
#include "tools/option_values.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace make_book_tool {
namespace {

namespace json = boost::json;

using Seconds = std::chrono::duration<double>;

/// Describes variations that were read or left out. It reports them always, because they may be most of a
/// repertoire.
std::string describe_variations(const builder::Settings& settings, const builder::VariationCounts& counts) {
  if (counts.variations == 0) return "";
  if (settings.variations == builder::Variations::main) {
    const char* const why = settings.format == book::BookFormat::crafty
                                ? ", as Crafty reads the main line alone"
                                : "; to read them: --variations all";
    return fmt::format("{:<11}{}{}\n", "Left out:", counted(counts.variations, "variation"), why);
  }
  std::string text = fmt::format("Variations: {} read, {} plies", counts.variations, counts.plies);
  if (counts.cut > 0) text += fmt::format(", {} cut short at a wrong move or a null move", counts.cut);
  return text + '\n';
}

/// Describes the moves in a tree of dump-book that are not entries.
std::string describe_replies(std::uint64_t replies) {
  return replies == 0
             ? ""
             : fmt::format(
                   "{:<11}{} of weight none, or of a side without weights where the other side has some\n",
                   "Left out:", counted(replies, "move"));
}

std::string describe_summary(const builder::Settings& settings, const builder::Summary& summary, Seconds time,
                             bool is_of_counts) {
  return (is_of_counts ? "" : describe_games(summary)) + describe_variations(settings, summary.variations) +
         describe_replies(summary.variations.replies) +
         describe_left_out(summary.left_out, settings.entries) +
         fmt::format("{:<11}{}: {}, of {} {}, in {:.2f} s", "Book:", settings.output,
                     counted(summary.entries, "entry"), counted(summary.moves, "move"),
                     is_of_counts ? "in " + counted(summary.counts.used, "game") : "seen", time.count());
}

std::string_view why_empty(const builder::Counts& counts) {
  if (counts.games == 0) return "there are no games: give files that hold some";
  if (counts.used == 0) return "no game was used: the summary says why";
  return "see --min-game, --min-score and --weights";
}

/// Source: docs/json.md, "Schema".
json::object to_json(const builder::Settings& settings, const builder::Summary& summary, Seconds time) {
  json::object object{{"book", settings.output},
                      {"entries", summary.entries},
                      {"moves", summary.moves},
                      {"rare_moves", summary.left_out.rare},
                      {"weightless_moves", summary.left_out.weightless},
                      {"weak_moves", summary.left_out.weak},
                      {"seconds", time.count()}};
  add_games(object, "games", summary);
  json::object& games = object["games"].get_object();
  games["variations"] = summary.variations.variations;
  games["variation_plies"] = summary.variations.plies;
  games["cut_variations"] = summary.variations.cut;
  games["replies"] = summary.variations.replies;
  return object;
}

/// Completes the settings for a book of counts. Error: some inputs are games, or an option needs games.
void complete_of_counts(const Command& command, const Strings& counts, builder::Settings& settings) {
  if (!settings.inputs.empty())
    throw Failure(
        fmt::format("{} is a file of counts, and {} holds games: add both up with count-games, then "
                    "build the book from the sum",
                    counts.front(), settings.inputs.front()));
  settings.inputs = counts;
  refuse_others(command,
                {"pgn", "out", "summary", "tmp", "allow-empty", "header", "min-game", "min-score", "uniform",
                 "weights", "factors", "prior", "keep-zero", "learn", "format"},
                kNeedsGames);
  if (settings.format == book::BookFormat::crafty) throw Failure("--format crafty needs games");
  complete_weights(command, settings);
}

/// Reads all lines of a study, unless an option says otherwise. In a study a move occurs in few games.
void read_study(const Command& command, builder::Settings& settings) {
  const bool is_fixed =
      command.has("variations") || !settings.counts.empty() || settings.format == book::BookFormat::crafty;
  if (is_fixed || !pgn::is_study(settings.inputs)) return;
  settings.variations = builder::Variations::all;
  if (!command.has("min-game")) settings.entries.min_games = 1;
  command.note(
      fmt::format("the games are a study (variations, most without a result): read as with --variations all "
                  "--min-game {}; --variations main reads main lines only",
                  settings.entries.min_games));
}

Result<builder::Summary> build_of_games(const Command& command, const VariantOptions& variant,
                                        const OpeningOptions& names, builder::Settings& settings) {
  usage([&] { complete(command, variant, settings); });
  read_opening_names(command, names, settings);
  settings.inputs = builder::input_files(settings.inputs).value();
  read_study(command, settings);
  return with_progress(settings.inputs, !command.is_quiet(),
                       [&](auto& progress) { return builder::build_book(settings, progress); });
}

Result<builder::Summary> build_of_counts(const Command& command, const Strings& counts,
                                         builder::Settings& settings) {
  usage([&] { complete_of_counts(command, counts, settings); });
  return with_progress(settings.inputs, false,
                       [&](auto& progress) { return builder::book_of_counts(settings, progress); });
}

int run(Command& command) {
  builder::Settings settings;
  VariantOptions variant;
  OpeningOptions names("auto");
  bool as_json = false;
  add_make_book(command, variant, names, settings);
  command.add({{"format", "FORMAT",
                "format of the book: polyglot, or crafty (the same bytes as Crafty's book create)",
                choice(settings.format,
                       {{"polyglot", book::BookFormat::polyglot}, {"crafty", book::BookFormat::crafty}})},
               summary_switch(as_json)},
              "The run");
  if (const auto exit_code = command.parse()) return *exit_code;
  check_default_output(command, settings.output);
  const auto counts = take_counts(settings.inputs);
  const bool is_of_counts = !counts.empty();
  const auto start = std::chrono::steady_clock::now();
  const auto summary = is_of_counts ? build_of_counts(command, counts, settings)
                                    : build_of_games(command, variant, names, settings);
  if (!summary) return command.failed(summary.error());
  const Seconds time = std::chrono::steady_clock::now() - start;
  command.say(as_json ? json_text(to_json(settings, *summary, time))
                      : describe_summary(settings, *summary, time, is_of_counts));
  const bool lacks_entries = summary->entries == 0 && settings.refuse_empty;
  if (summary->entries == 0)
    command.note(fmt::format("no entry: {} {}, {}", settings.output,
                             lacks_entries ? "is not written" : "holds no moves",
                             why_empty(summary->counts)));
  if (!summary->damaged_input) return lacks_entries ? kFailure : kSuccess;
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
        "polyglot make-book games.counts --weights points -o book.bin\n",
    .run = make_book_tool::run,
};

}  // namespace polyglot::tools
