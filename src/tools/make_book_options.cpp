// SPDX-License-Identifier: MIT
#include "tools/make_book_options.hpp"
#include <filesystem>
#include <thread>

#include <polyglot/ascii.hpp>
#include <polyglot/variants/catalogue.hpp>

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

void read_memory(const std::string& text, std::uint64_t& memory) {
  std::string_view unit = text;
  const auto bytes = take_clamped_number<std::uint64_t>(unit);
  const int shift = unit.empty() || unit == "M" || unit == "m" ? 20
                    : unit == "K" || unit == "k"               ? 10
                    : unit == "G" || unit == "g"               ? 30
                                                               : -1;
  if (!bytes || shift < 0 || *bytes > (std::uint64_t{1} << 50) >> shift)
    throw wrong_value(text, "a size like 512M or 2G");
  if ((*bytes << shift) < builder::kLeastMemory) throw wrong_value(text, "a size of 16M or more");
  memory = *bytes << shift;
}

/// Completes the settings for a Crafty book, which has fixed rules for games and moves.
void complete_crafty(const Command& command, builder::Settings& settings) {
  if (settings.variations == builder::Variations::all)
    throw Failure(
        "--variations all cannot be combined with --format crafty, as Crafty reads the main line alone: "
        "build a "
        "Polyglot book, then polyglot convert --format crafty");
  refuse_others(command,
                {"format", "summary", "max-ply", "min-game", "min-win-percent", "start-book", "pgn", "out",
                 "threads", "memory", "allow-empty", "strict", "report", "tmp", "variations"},
                " cannot be combined with --format crafty");
  if (!command.has("min-game")) settings.entries.min_games = 0;
}

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

void complete_inputs(Strings& files) {
  std::error_code none;
  const auto is_there = [&none](const std::string& path) { return std::filesystem::exists(path, none); };
  if (files.empty() && !is_there("book.pgn")) throw Failure("name the games: there is no book.pgn here");
  if (files.empty()) files = {"book.pgn"};
  for (const std::string& path : files)
    if (path.ends_with(".bin") && !is_there(path))
      throw Failure(fmt::format("there is no file {0}; to write a book of that name, give -o {0}", path));
}

void complete_variant(const Command& command, const VariantOptions& options, builder::Settings& settings) {
  check_needs(command, "untagged", {"variant"});
  settings.variant = options.variant();
  if (!settings.variant) return;
  const std::string name(settings.variant->name());
  // Chess has its own code and is not handled as a variant.
  if (name == "normal" || name == "fischerandom") {
    settings.filter.variant = name == "normal" ? "standard" : "chess960";
    settings.variant.reset();
  }
  if (name == "normal") return;
  if (!settings.header) settings.header.emplace();
  settings.header->variants = {name};
}

}  // namespace

config::Switch games_switch(std::vector<std::string>& files, std::string_view standard) {
  return {"pgn", "FILE",
          "PGN files, compressed or not (gzip, bzip2, zstd), folders, or - for standard input; files may be "
          "given without an option" +
              std::string(standard),
          game_files(files), config::kAllPlain};
}

std::vector<config::Switch> move_switches(builder::Settings& settings) {
  auto& sides = settings.filter.sides;
  return {
      {"max-ply", "N", "maximum number of plies taken from each game", whole_number(settings.max_ply)},
      {"only-white", "", "take only White's moves", constant(sides, builder::Sides::white)},
      {"only-black", "", "take only Black's moves", constant(sides, builder::Sides::black)},
      {"side-of-winner", "", "take only the moves of the winner", constant(sides, builder::Sides::winner)},
      {"side-of-player", "", "take only the moves of --player", constant(sides, builder::Sides::player)},
      {"no-inner-rooks", "",
       "leave out Chess960 positions in which an inner rook may castle: book keys do not show which rook",
       flag(settings.leave_out_inner_rooks)},
  };
}

void add_make_book(Command& command, VariantOptions& variant, OpeningOptions& names,
                   builder::Settings& settings) {
  settings.output = "book.bin";
  settings.refuse_empty = true;
  const auto header = [&settings](const std::string& text) {
    settings.header = book::BookHeader{.comment = header_comment(text)};
  };
  command.add(
      {
          games_switch(settings.inputs, "; or files of counts (default: book.pgn)"),
          {"out,o,bin", "BOOK", "the book to write", output_file(settings.output)},
          {"counts", "COUNTS", "also write the counts of the games to this file",
           output_file(settings.counts)},
          {"allow-empty", "", "replace a book even by one without entries",
           constant(settings.refuse_empty, false)},
          {"header", "TEXT", "add a header with this comment; \\n begins a new line", value(header)},
      },
      "Files");
  command.add(move_switches(settings), "Moves");
  builder::EntryRule& rule = settings.entries;
  const Range<double> any{.least = std::numeric_limits<double>::lowest()};
  command.add(
      {
          {"variations", "LINES",
           "which lines to read from each game: main or all; from a study (variations, hardly a result) the "
           "default is "
           "all; with all, marks change weights; "
           "so do comments of dump-book --tree",
           choice(settings.variations,
                  {{"main", builder::Variations::main}, {"all", builder::Variations::all}})},
          {"ignore-nags", "",
           "with --variations all: give moves the same weight whether they are marked ?, ! ($1 to $4) or not",
           flag(settings.ignore_nags)},
          {"min-game", "N", "minimum number of games in which a move must occur",
           whole_number(rule.min_games)},
          {"min-score", "P", "minimum score of a move, in percent",
           number(rule.min_score, any, "a percentage")},
          {"uniform", "", "give every move weight 1", flag(rule.uniform)},
      },
      "Moves");
  command.add(
      {
          {"min-win-percent", "P", "minimum number of wins of a move, in percent of its losses",
           number(settings.crafty.min_win_percent, {.least = 0}, "a percentage from 0 on")},
          {"start-book", "", "build a start book: use percentages in comments, as in e4 {play 60%}",
           flag(settings.crafty.start_book)},
      },
      "Books of Crafty");
  add_game_filter(command, variant, names, settings);
  command.add({{"unique", "", "skip duplicate games (same moves, result and family names)",
                flag(settings.drop_duplicates)}},
              "Games wanted");
  add_weights(command, settings);
  add_run(command, settings);
}

config::Switch threads_switch(unsigned& threads) {
  constexpr unsigned kMost = 256;
  threads = std::clamp(std::thread::hardware_concurrency(), 1U, kMost);
  return {"threads", "N", "number of threads", whole_number(threads, 1U, kMost)};
}

void add_run(Command& command, builder::Settings& settings) {
  const auto memory = [&settings](const std::string& text) { return read_memory(text, settings.memory); };
  command.add(
      {
          threads_switch(settings.threads),
          {"memory", "SIZE", "memory to use; the rest goes to a temporary file", value(memory, "1G")},
          {"tmp", "FOLDER", "folder of the temporary file (default: folder of the output)",
           text(settings.temporary_folder)},
          {"strict", "", "fail at the first game that is skipped, truncated or damaged, and at damaged files",
           flag(settings.strict)},
          {"report", "FILE", "list all skipped or damaged games and files in this file",
           text(settings.report)},
      },
      "The run");
}

void complete_games(const Command& command, const VariantOptions& variant, builder::Settings& settings) {
  complete_inputs(settings.inputs);
  check_needs(command, "openings-file", {"openings"});
  complete_game_filter(command, settings);
  complete_variant(command, variant, settings);
  if (settings.variant && command.has("openings")) throw Failure("--openings is for games of chess");
}

void complete_weights(const Command& command, builder::Settings& settings) {
  check_needs(command, "decay-until", {"half-life"});
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

void complete(const Command& command, const VariantOptions& variant, builder::Settings& settings) {
  if (book::traits_of(settings.format).records == book::BookRecords::by_move) {
    complete_inputs(settings.inputs);
    return complete_crafty(command, settings);
  }
  refuse(command, {"min-win-percent", "start-book"}, " needs --format crafty");
  check_needs(command, "ignore-nags", {"variations"});
  complete_games(command, variant, settings);
  complete_weights(command, settings);
}

}  // namespace polyglot::tools
