// SPDX-License-Identifier: MIT
#include <filesystem>
#include <iterator>
#include <map>

#include <boost/json/array.hpp>
#include <boost/json/value_to.hpp>
#include <fmt/ranges.h>

#include <polyglot/book/header.hpp>
#include <polyglot/book/learned_results.hpp>
#include <polyglot/book/lines.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/book/text_formats.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/os/streams.hpp>

#include "tools/book_report.hpp"
#include "tools/game_options.hpp"
#include "tools/option_values.hpp"
#include "tools/pgn_text.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace info_book_tool {
namespace {

namespace json = boost::json;

using chess::Color;

book::LineCounts count_lines(const book::LoadedBook& book, const book::BookGames& games, Color side) {
  const auto ignore = [](const book::BookLine&) { return Result<void>(); };
  return book::visit_lines(book, side, ignore, games).value();
}

struct NamedPositions {
  std::uint64_t count = 0;
  /// By family; those with the most positions come first.
  std::vector<std::pair<std::string, std::uint64_t>> openings = {};
};

NamedPositions count_named(const book::LoadedBook& book, const openings::OpeningNames& names) {
  NamedPositions named;
  std::map<std::string, std::uint64_t> counts;
  book.visit_positions([&](std::span<const book::RawEntry> records) {
    const auto* const opening = names.find(records.front().key);
    if (opening == nullptr) return;
    ++named.count;
    ++counts[family_of(*opening)];
  });
  named.openings.assign(counts.begin(), counts.end());
  std::ranges::stable_sort(named.openings, std::ranges::greater(),
                           &std::pair<std::string, std::uint64_t>::second);
  return named;
}

/// A record with results, and a line that leads to it.
struct LearnedMove {
  book::RawEntry record;
  std::string line = {};  ///< "1. e4 c5", the move included; empty if no game reaches the position
};

struct LearnedSum {
  std::uint64_t entries = 0;
  std::uint64_t games = 0;   ///< of all moves together
  std::uint64_t points = 0;  ///< in half points
  std::vector<LearnedMove> best = {};
  std::vector<LearnedMove> worst = {};
};

LearnedMove find_line(const book::RawEntry& record, const book::ReachedPositions& reached) {
  LearnedMove learned{.record = record};
  auto path = reached.path(record.key);
  const auto position = reached.find(record.key);
  if (!path || !position) return learned;
  const book::BookMoves moves = book::decode_moves(*position, std::span(&record, 1));
  if (moves.moves.empty()) return learned;
  path->moves.push_back(moves.moves.front().move);
  learned.line = moves_text(path->start, path->moves);
  return learned;
}

/// Adds up the results, and finds the moves that learned_weight() raises and lowers most.
LearnedSum add_up_learned(const book::LoadedBook& book, const book::BookGames& games) {
  LearnedSum sum;
  std::vector<book::RawEntry> records;
  std::ranges::copy_if(book.entries(), std::back_inserter(records),
                       [](const book::RawEntry& record) { return record.learn != 0; });
  sum.entries = records.size();
  for (const book::RawEntry& record : records) {
    sum.games += record.learn_games();
    sum.points += record.learn_points();
  }
  std::ranges::stable_sort(records, std::ranges::greater(), [](const book::RawEntry& record) {
    constexpr std::uint32_t kFineness = 1'000'000;
    return book::learned_weight(kFineness, {.games = record.learn_games(), .points = record.learn_points()});
  });
  constexpr std::size_t kShown = 5;
  const book::ReachedPositions reached(book, games);
  const std::size_t shown = std::min(records.size(), kShown);
  for (std::size_t i = 0; i < shown; ++i) {
    sum.best.push_back(find_line(records[i], reached));
    sum.worst.push_back(find_line(records[records.size() - 1 - i], reached));
  }
  return sum;
}

double percent(std::uint64_t games, std::uint64_t points) noexcept {
  return games == 0 ? 0 : 50.0 * static_cast<double>(points) / static_cast<double>(games);
}

std::string header_text(const book::BookHeader& header) {
  return fmt::format("@PG@ {}, for {}", header.version,
                     header.variants.empty() ? "chess" : fmt::format("{}", fmt::join(header.variants, " ")));
}

void report_contents(const book::LoadedBook& book, BookReport& report) {
  std::error_code unknown;
  const auto size = std::filesystem::file_size(book.path(), unknown);
  report.field("book") = book.path();
  report.field("size") = size;
  report.field("positions") = book.position_count();
  report.add("entries", "Entries", book.entries().size());
  report.add("positions", "Positions", book.position_count());
  report.say_count("Size", size, " bytes");
  const auto header = book.parsed_header();
  report.add_header(header, header_text);
  if (!header || !*header) return;
  for (const std::string& field : (*header)->extra_fields) report.say("  Extra", field);
  if (!(*header)->comment.empty()) report.say("  Comment", (*header)->comment);
}

void report_results(const LearnedSum& learned, BookReport& report) {
  report.add("learned/entries", "Entries with results", learned.entries);
  report.add("learned/games", "Games, all moves together", learned.games);
  report.add("learned/points", "Half points", learned.points,
             fmt::format("   {:.1f}%", percent(learned.games, learned.points)));
}

/// Describes the lines as Polyglot 2.0.4 does.
void report_lines(const book::LoadedBook& book, const book::BookGames& games, bool exact,
                  BookReport& report) {
  const auto white = count_lines(book, games, Color::white);
  const auto black = count_lines(book, games, Color::black);
  report.add("lines/white", "Lines for white", white.lines);
  report.add("lines/black", "Lines for black", black.lines);
  report.add("positions_on_lines/white", "Positions on lines for white", white.positions);
  report.add("positions_on_lines/black", "Positions on lines for black", black.positions);
  std::uint64_t isolated = book.position_count() - white.positions - black.positions;
  if (exact) {
    const auto for_white = book::count_reachable(book, Color::white, games) - white.positions;
    const auto for_black = book::count_reachable(book, Color::black, games) - black.positions;
    report.add("unreachable/white", "Unreachable white positions(?)", for_white);
    report.add("unreachable/black", "Unreachable black positions(?)", for_black);
    isolated -= for_white + for_black;
  }
  report.add("isolated", "Isolated positions", isolated);
}

void report_names(const NamedPositions& named, BookReport& report) {
  constexpr std::size_t kMost = 20;
  report.add("named", "Positions with a name", named.count);
  json::array& openings = report.field("openings").emplace_array();
  for (const auto& [name, positions] : named.openings) {
    if (openings.size() < kMost) report.say_count("  " + name, positions);
    openings.push_back(json::object{{"name", name}, {"positions", positions}});
  }
  if (openings.size() > kMost)
    report.add_line(fmt::format("  and {}", counted(openings.size() - kMost, "other opening")));
}

void report_learned_moves(std::string_view title, const std::vector<LearnedMove>& moves, BookReport& report) {
  report.add_line(title);
  for (const auto& [record, line] : moves)
    report.add_line(fmt::format(
        "{:6} games {:5.1f}%  {}", record.learn_games(), percent(record.learn_games(), record.learn_points()),
        line.empty() ? fmt::format("{:016x} {}", record.key, book::code_to_text(record.move)) : line));
}

/// Source: docs/json.md, "Schema".
BookReport examine(const book::LoadedBook& book, const book::BookGames& games, bool exact,
                   const openings::OpeningNames* names) {
  BookReport report;
  report_contents(book, report);
  book::LearnLayoutGuess guess;
  for (const book::RawEntry& entry : book.entries()) guess.add(entry);
  const book::LearnLayout layout = guess.result();
  report.add("learn_layout", book::name_of(layout), "Learn fields", book::describe(layout));
  std::optional<LearnedSum> learned;
  if (layout == book::LearnLayout::polyglot) learned = add_up_learned(book, games);
  if (learned) report_results(*learned, report);
  report_lines(book, games, exact, report);
  if (names != nullptr) report_names(count_named(book, *names), report);
  if (learned) report_learned_moves("Best learned moves", learned->best, report);
  if (learned) report_learned_moves("Worst learned moves", learned->worst, report);
  return report;
}

std::string as_text(const BookReport& report) {
  return report.lines();
}

std::string as_json(const BookReport& report) {
  return json_text(report.json()) + '\n';
}

/// The fields of the JSON object that all books have; fields of inner objects have both names.
std::string as_csv(const BookReport& report) {
  Strings names;
  Strings values;
  const auto add = [&](std::string name, const std::string& value) {
    names.push_back(std::move(name));
    values.push_back(book::csv_field(value));
  };
  for (const auto& [key, value] : report.json()) {
    const std::string name(key);
    if (name == "header") {
      const bool has_one = value.is_object();
      add("header_version", has_one ? json::value_to<std::string>(value.at("version")) : "");
      const auto variants = has_one ? json::value_to<Strings>(value.at("variants")) : Strings();
      add("header_variants", fmt::format("{}", fmt::join(variants, " ")));
    } else if (name == "learned" || name == "header_error" || value.is_array()) {
      continue;
    } else if (const json::object* const parts = value.if_object()) {
      for (const auto& [part, number] : *parts) add(name + '_' + std::string(part), json::serialize(number));
    } else {
      add(name, value.is_string() ? std::string(value.get_string()) : json::serialize(value));
    }
  }
  return fmt::format("{}\n{}\n", fmt::join(names, ","), fmt::join(values, ","));
}

int run(Command& command) {
  Strings paths;
  bool exact = false;
  auto write = &as_text;
  OpeningOptions opening_options("none");
  WalkOptions walk;
  command.add({
      {"book,bin,in", "BOOK", "the books (default: book.bin)", walked_books(book_files(paths)),
       config::kAllPlain},
      {"exact", "", "also count positions reached only if the book side plays moves that are not in the book",
       flag(exact)},
      {"format", "FORMAT", "output format: text, json or csv",
       choice(write, {{"text", &as_text}, {"json", &as_json}, {"csv", &as_csv}})},
      opening_options.option(),
  });
  walk.add_to(command);
  if (const auto exit_code = command.parse()) return *exit_code;
  if (paths.empty()) paths = {"book.bin"};
  bool is_first = true;
  return for_each_book(command, paths, write == &as_text, [&](const std::string& path) {
    const auto book = book::LoadedBook::load(path).value();
    tell_if_empty(command, path);
    const auto games = walk.games_of(book);
    const auto names = opening_options.read(command, games.rules);
    std::string text = write(examine(book, games, exact, names.get()));
    if (!std::exchange(is_first, false) && write == &as_csv) text.erase(0, text.find('\n') + 1);
    os::write_output(write == &as_text ? visible_lines(text) : text).value();
    return tell_troubles(command, book) == kSuccess;
  });
}

}  // namespace
}  // namespace info_book_tool

const Tool kInfoBook{
    .name = "info-book",
    .summary = "Shows the size, header, lines and positions of a book.",
    .examples =
        "polyglot info-book book.bin\n"
        "polyglot info-book --exact --format json book.bin\n",
    .run = info_book_tool::run,
};

}  // namespace polyglot::tools
