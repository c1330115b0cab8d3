// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>

#include <polyglot/book/learned_results.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/book/text_formats.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/os/standard_streams.hpp>

#include "tools/book_report.hpp"
#include "tools/opening_options.hpp"
#include "tools/option_values.hpp"
#include "tools/pgn_text.hpp"
#include "tools/tool.hpp"
#include "tools/walk_options.hpp"

namespace polyglot::tools {
namespace learn_info_tool {
namespace {

namespace json = boost::json;

/// An entry with results, and a line that leads to it.
struct LearnedMove {
  book::RawEntry record;
  std::string san;      ///< empty, like the next members, if no game reaches the position
  std::string line;     ///< "1. e4 c5", the move included
  std::string opening;  ///< empty: it has no name

  [[nodiscard]] double score() const noexcept {
    return record.learn_games() == 0 ? 0 : record.learn_points() / (2.0 * record.learn_games());
  }
};

struct Report {
  std::string path;
  book::LearnSummary summary;
  std::vector<LearnedMove> best;
  std::vector<LearnedMove> worst;
};

/// Finds the lines that lead to entries.
class LineFinder {
 public:
  LineFinder(const book::LoadedBook& book, const book::BookGames& games,
             std::shared_ptr<const openings::OpeningNames> names)
      : reached_(book, games), names_(std::move(names)) {}

  [[nodiscard]] LearnedMove find(const book::RawEntry& record) const {
    LearnedMove learned{.record = record, .san = {}, .line = {}, .opening = {}};
    auto path = reached_.path(record.key);
    const auto position = reached_.find(record.key);
    if (!path || !position) return learned;
    const book::BookMoves moves = book::decode_moves(*position, std::span(&record, 1));
    if (moves.moves.empty()) return learned;
    const game::Move& move = moves.moves.front().move;
    learned.san = game::to_san(*position, move);
    path->moves.push_back(move);
    learned.line = moves_text(path->start, path->moves);
    learned.opening = opening_of(std::move(*path));
    return learned;
  }
  [[nodiscard]] std::vector<LearnedMove> find_all(const std::vector<book::RawEntry>& records) const {
    std::vector<LearnedMove> all;
    all.reserve(records.size());
    for (const book::RawEntry& record : records) all.push_back(find(record));
    return all;
  }

 private:
  /// The name of the last named position of the line.
  [[nodiscard]] std::string opening_of(book::BookPath path) const {
    std::string name;
    if (names_ == nullptr) return name;
    for (const game::Move& move : path.moves) {
      path.start.make(move);
      if (const auto* const opening = names_->find(path.start.key())) name = opening->name;
    }
    return name;
  }

  book::ReachedPositions reached_;
  std::shared_ptr<const openings::OpeningNames> names_;
};

std::string rows_text(std::string_view title, const std::vector<LearnedMove>& moves) {
  std::string text = fmt::format("\n{}\n{:<16} {:<6} {:>6} {:>11} {:>7}  line\n", title, "key", "move",
                                 "games", "half points", "score");
  for (const LearnedMove& learned : moves) {
    const book::RawEntry& record = learned.record;
    text += fmt::format("{:016x} {:<6} {:>6} {:>11} {:>6.1f}%", record.key, book::code_to_text(record.move),
                        record.learn_games(), record.learn_points(), 100 * learned.score());
    if (!learned.line.empty()) text += "  " + learned.line;
    if (!learned.opening.empty()) text += fmt::format("  ({})", learned.opening);
    text += '\n';
  }
  return text;
}

std::string as_text(const Report& report) {
  const book::LearnSummary& summary = report.summary;
  Table table;
  table.say("Learn fields", book::describe(summary.layout));
  table.count("Positions with results", summary.positions);
  table.count("Entries with results", summary.records);
  if (summary.layout != book::LearnLayout::polyglot) return table.lines();
  table.count("Games, all moves together", summary.games);
  const double score =
      summary.games == 0 ? 0 : static_cast<double>(summary.points) / (2 * static_cast<double>(summary.games));
  table.count("Half points", summary.points, fmt::format("   {:.1f}%", 100 * score));
  return table.lines() + rows_text("Best moves", report.best) + rows_text("Worst moves", report.worst);
}

json::array rows_json(const std::vector<LearnedMove>& moves) {
  json::array rows;
  for (const LearnedMove& learned : moves) {
    json::object row{{"key", fmt::format("{:016x}", learned.record.key)},
                     {"move", book::code_to_text(learned.record.move)}};
    if (!learned.san.empty()) row["san"] = learned.san;
    row["n"] = learned.record.learn_games();
    row["sum"] = learned.record.learn_points();
    if (!learned.line.empty()) row["line"] = learned.line;
    if (!learned.opening.empty()) row["opening"] = learned.opening;
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Source: docs/json.md, "learn-info".
std::string as_json(const Report& report) {
  const book::LearnSummary& summary = report.summary;
  json::object object{{"book", report.path},
                      {"positions", summary.positions},
                      {"entries", summary.records},
                      {"learn_layout", book::name_of(summary.layout)}};
  if (summary.layout == book::LearnLayout::polyglot) {
    object["games"] = summary.games;
    object["points"] = summary.points;
    object["best"] = rows_json(report.best);
    object["worst"] = rows_json(report.worst);
  }
  return json_text(object) + '\n';
}

std::string rows_csv(std::string_view list, const std::vector<LearnedMove>& moves) {
  std::string text;
  for (const LearnedMove& learned : moves)
    text += fmt::format("{},{:016x},{},{},{},{},{:.4f},{},{}\n", list, learned.record.key,
                        book::code_to_text(learned.record.move), book::csv_field(learned.san),
                        learned.record.learn_games(), learned.record.learn_points(), learned.score(),
                        book::csv_field(learned.line), book::csv_field(learned.opening));
  return text;
}

std::string as_csv(const Report& report) {
  return "list,key,move,san,n,sum,score,line,opening\n" + rows_csv("best", report.best) +
         rows_csv("worst", report.worst);
}

/// Finds the lines. Error: it is impossible to walk over the file, or the file is for other games.
Result<void> find_lines(const Command& command, const WalkOptions& walk, const OpeningOptions& openings,
                        Report& report) {
  const auto loaded = book::LoadedBook::load(report.path);
  if (!loaded) return loaded.error();
  const auto games = walk.games_of(*loaded);
  if (!games) return games.error();
  auto names = openings.read(command, games->rules);
  if (!names) return names.error();
  const LineFinder finder(*loaded, *games, std::move(*names));
  report.best = finder.find_all(report.summary.best);
  report.worst = finder.find_all(report.summary.worst);
  return {};
}

Result<int> run(Command& command) {
  Report report;
  std::size_t shown = 5;
  std::uint16_t min_games = 1;
  auto write = &as_text;
  OpeningOptions openings("auto");
  WalkOptions walk;
  command.add({
      {"file,book,bin,in", "FILE", "a file of results, or a book", book_file(report.path), 1, true},
      {"count", "N", "number of best and of worst moves to show", whole(shown)},
      {"min-games", "N", "show only moves with at least N games", whole(min_games, std::uint16_t{1})},
      {"format", "FORMAT", "output format: text, json or csv",
       choice(write, {{"text", &as_text}, {"json", &as_json}, {"csv", &as_csv}})},
      openings.option(),
  });
  walk.add_after_book_to(command);
  if (const auto exit_code = command.parse()) return *exit_code;
  tell_if_empty(command, report.path);
  auto summary = book::summarise_learned(report.path, shown, min_games);
  if (!summary) return summary.error();
  report.summary = std::move(*summary);
  if (report.summary.layout == book::LearnLayout::polyglot)
    if (auto found = find_lines(command, walk, openings, report); !found) return found.error();
  const std::string told = write(report);
  return success_if(write == &as_text ? print_text(told) : os::write_output(told));
}

}  // namespace
}  // namespace learn_info_tool

const Tool kLearnInfo{
    .name = "learn-info",
    .summary = "Shows the learned results in a book or a file of results.",
    .examples =
        "polyglot learn-info book.bin\n"
        "polyglot learn-info --count 20 --min-games 10 results.learn\n"
        "polyglot learn-info book.bin --format csv\n",
    .run = learn_info_tool::run,
    .group = "learning",
};

}  // namespace polyglot::tools
