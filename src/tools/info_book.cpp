// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <polyglot/book/book_format.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/learn_layout.hpp>
#include <polyglot/book/learn_store.hpp>
#include <polyglot/book/lines.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/book/text_formats.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/os/standard_streams.hpp>

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

struct BySide {
  std::uint64_t white = 0;
  std::uint64_t black = 0;

  [[nodiscard]] std::uint64_t sum() const noexcept { return white + black; }
};

/// The positions of a book that have a name.
struct NamedPositions {
  std::uint64_t count = 0;
  /// By the part of the name before the colon; those with the most positions come first.
  std::vector<std::pair<std::string, std::uint64_t>> openings = {};
};

NamedPositions count_named(const book::LoadedBook& book, const openings::OpeningNames& names) {
  NamedPositions named;
  std::map<std::string, std::uint64_t> counts;
  for (auto rest = book.entries(); !rest.empty();) {
    const auto position = book.find(rest.front().key);
    if (const auto* const opening = names.find(rest.front().key)) {
      ++named.count;
      ++counts[opening->name.substr(0, opening->name.find(':'))];
    }
    rest = rest.subspan(position.size());
  }
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

/// The results that Polyglot has learned.
struct LearnedSum {
  std::uint64_t entries = 0;
  std::uint64_t games = 0;   ///< of all moves together
  std::uint64_t points = 0;  ///< in half points
  std::vector<LearnedMove> best = {};
  std::vector<LearnedMove> worst = {};
};

/// Finds the line to a record.
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

struct BookInfo {
  std::string path;
  std::uint64_t entries = 0;
  std::uint64_t all_positions = 0;
  std::uintmax_t size = 0;  ///< bytes
  Result<std::optional<book::BookHeader>> header = std::optional<book::BookHeader>();
  BySide lines;
  BySide positions;
  std::optional<BySide> unreachable;  ///< with --exact
  std::uint64_t isolated = 0;
  book::LearnLayout learn = book::LearnLayout::none;
  std::optional<LearnedSum> learned = {};    ///< if the learn fields are Polyglot's
  std::optional<NamedPositions> named = {};  ///< with --openings
};

/// The part of the possible points.
double percent(std::uint64_t games, std::uint64_t points) noexcept {
  return games == 0 ? 0 : 50.0 * static_cast<double>(points) / static_cast<double>(games);
}

std::string describe(const Result<std::optional<book::BookHeader>>& read) {
  if (!read) return read.error().what;
  if (!*read) return "none";
  const book::BookHeader& header = **read;
  return fmt::format("@PG@ {}, for {}", header.version,
                     header.variants.empty() ? "chess" : fmt::format("{}", fmt::join(header.variants, " ")));
}

BookInfo examine(const book::LoadedBook& book, const book::BookGames& games, bool exact) {
  const auto white = count_lines(book, games, Color::white);
  const auto black = count_lines(book, games, Color::black);
  BookInfo info;
  info.path = book.path();
  info.lines = {white.lines, black.lines};
  info.positions = {white.positions, black.positions};
  std::error_code unknown;
  info.entries = book.entries().size();
  info.all_positions = book.position_count();
  info.size = std::filesystem::file_size(book.path(), unknown);
  const auto format = book::recognise_format(book.path());
  if (format && book::traits_of(*format).records == book::BookRecords::by_position)
    info.header = book::read_header(book.path());
  info.isolated = book.position_count() - info.positions.sum();
  book::LearnLayoutGuess learn;
  for (const book::RawEntry& entry : book.entries()) learn.add(entry);
  info.learn = learn.result();
  if (info.learn == book::LearnLayout::polyglot) info.learned = add_up_learned(book, games);
  if (!exact) return info;
  info.unreachable = BySide{book::count_reachable(book, Color::white, games) - white.positions,
                            book::count_reachable(book, Color::black, games) - black.positions};
  info.isolated -= info.unreachable->sum();
  return info;
}

void add_learned(Table& table, std::string_view title, const std::vector<LearnedMove>& moves) {
  table.add(title);
  for (const auto& [record, line] : moves)
    table.add(fmt::format(
        "{:6} games {:5.1f}%  {}", record.learn_games(), percent(record.learn_games(), record.learn_points()),
        line.empty() ? fmt::format("{:016x} {}", record.key, book::code_to_text(record.move)) : line));
}

/// A description of the book, and then the lines of Polyglot 2.0.4, unchanged. Learned moves are last.
std::string as_text(const BookInfo& info) {
  Table table;
  table.count("Entries", info.entries);
  table.count("Positions", info.all_positions);
  table.count("Size", info.size, " bytes");
  table.say("Header", describe(info.header));
  if (info.header && *info.header) {
    for (const std::string& field : (*info.header)->extra_fields) table.say("  Extra", field);
    if (!(*info.header)->comment.empty()) table.say("  Comment", (*info.header)->comment);
  }
  table.say("Learn fields", book::describe(info.learn));
  if (info.learned) {
    table.count("Entries with results", info.learned->entries);
    table.count("Games, all moves together", info.learned->games);
    table.count("Half points", info.learned->points,
                fmt::format("   {:.1f}%", percent(info.learned->games, info.learned->points)));
  }
  table.count("Lines for white", info.lines.white);
  table.count("Lines for black", info.lines.black);
  table.count("Positions on lines for white", info.positions.white);
  table.count("Positions on lines for black", info.positions.black);
  if (info.unreachable) {
    table.count("Unreachable white positions(?)", info.unreachable->white);
    table.count("Unreachable black positions(?)", info.unreachable->black);
  }
  table.count("Isolated positions", info.isolated);
  if (info.named) {
    constexpr std::size_t kMost = 20;
    table.count("Positions with a name", info.named->count);
    const auto& openings = info.named->openings;
    for (std::size_t i = 0; i < std::min(openings.size(), kMost); ++i)
      table.count("  " + openings[i].first, openings[i].second);
    if (openings.size() > kMost)
      table.add(fmt::format("  and {}", counted(openings.size() - kMost, "other opening")));
  }
  if (info.learned) {
    add_learned(table, "Best learned moves", info.learned->best);
    add_learned(table, "Worst learned moves", info.learned->worst);
  }
  return table.lines();
}

/// Source: docs/json.md, "info-book".
std::string as_json(const BookInfo& info) {
  const auto both = [](const BySide& counts) {
    return json::object{{"white", counts.white}, {"black", counts.black}};
  };
  json::object object{
      {"book", info.path}, {"size", info.size}, {"positions", info.all_positions}, {"entries", info.entries}};
  add_header(info.header, object);
  object["learn_layout"] = book::name_of(info.learn);
  if (info.learned)
    object["learned"] = json::object{
        {"entries", info.learned->entries}, {"games", info.learned->games}, {"points", info.learned->points}};
  object["lines"] = both(info.lines);
  object["positions_on_lines"] = both(info.positions);
  if (info.unreachable) object["unreachable"] = both(*info.unreachable);
  object["isolated"] = info.isolated;
  if (info.named) {
    object["named"] = info.named->count;
    json::array& openings = object["openings"].emplace_array();
    for (const auto& [name, positions] : info.named->openings)
      openings.push_back(json::object{{"name", name}, {"positions", positions}});
  }
  return json_text(object) + '\n';
}

/// The fields of the JSON object; fields of inner objects have both names.
std::string as_csv(const BookInfo& info) {
  Strings names;
  Strings values;
  const auto add_text = [&](const char* name, const std::string& value) {
    names.emplace_back(name);
    values.push_back(book::csv_field(value));
  };
  const auto add = [&](const char* name, std::uint64_t value) { add_text(name, std::to_string(value)); };
  const book::BookHeader header =
      info.header && *info.header ? **info.header : book::BookHeader{.version = "", .variants = {}};
  add_text("book", info.path);
  add("size", info.size);
  add("positions", info.all_positions);
  add("entries", info.entries);
  add_text("header_version", header.version);
  add_text("header_variants", fmt::format("{}", fmt::join(header.variants, " ")));
  add_text("learn_layout", std::string(book::name_of(info.learn)));
  add("lines_white", info.lines.white);
  add("lines_black", info.lines.black);
  add("positions_on_lines_white", info.positions.white);
  add("positions_on_lines_black", info.positions.black);
  if (info.unreachable) {
    add("unreachable_white", info.unreachable->white);
    add("unreachable_black", info.unreachable->black);
  }
  add("isolated", info.isolated);
  if (info.named) add("named", info.named->count);
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
    BookInfo info = examine(book, games, exact);
    if (names) info.named = count_named(book, *names);
    std::string text = write(info);
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
