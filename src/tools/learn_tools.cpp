// SPDX-License-Identifier: MIT
// What became of the moves of books: merge-learn, apply-learn and learn-info.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>

#include <polyglot/book/learned_results.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/os/standard_streams.hpp>

#include "tools/book_report.hpp"
#include "tools/option_values.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace learn_tools {
namespace {

namespace json = boost::json;

/// If there are any.
void tell_halved(const Command& command, std::uint64_t halved) {
  if (halved > 0)
    command.tell(
        fmt::format("sums that would exceed 65535: {}; games and points of these are halved", halved));
}

Result<int> run_merge(Command& command) {
  Strings files;
  std::string out;
  command.add({
      {"file,book,bin,in", "FILE", "the files of results, or books with results", book_files(files),
       config::kAllPlain, true},
      {"out,o", "FILE", "the file to write", output_file(out), 0, true},
  });
  if (const auto exit_code = command.parse()) return *exit_code;
  if (files.size() < 2) return command.wrong_usage({"give two or more files"});
  const auto report = book::merge_learned(files, out);
  if (!report) return report.error();
  command.say(fmt::format("{}: {}, {}", out, counted(report->positions, "position"),
                          counted(report->records, "entry")));
  tell_halved(command, report->halved);
  return kSuccess;
}

Result<int> run_apply(Command& command) {
  std::string path;
  std::string side;
  std::string out;
  auto to = book::ApplyTo::fields;
  command.add({
      {"book,bin,in", "BOOK", "the book", book_file(path), 1, true},
      {"learn-file", "FILE", "the file of results", book_file(side), 1, true},
      {"weights", "", "use the results to change the weights instead of adding them to the learn fields",
       constant(to, book::ApplyTo::weights)},
      {"out,o", "BOOK", "the book to write, which may be BOOK", output_file(out), 0, true},
  });
  if (const auto exit_code = command.parse()) return *exit_code;
  const auto report = book::apply_learned(path, side, to, out);
  if (!report) return report.error();
  command.say(fmt::format("{}: results of {}", out, counted(report->applied, "entry")));
  if (report->unknown > 0)
    command.tell(fmt::format("moves with results that are not in the book: {}", report->unknown));
  tell_halved(command, report->halved);
  return kSuccess;
}

/// Part of the points that games could bring.
double score_of(std::uint64_t games, std::uint64_t points) {
  return games == 0 ? 0 : static_cast<double>(points) / static_cast<double>(2 * games);
}

std::string rows_text(std::string_view title, const std::vector<book::RawEntry>& records) {
  std::string text = fmt::format("\n{}\n{:<16} {:<6} {:>6} {:>11} {:>7}\n", title, "key", "move", "games",
                                 "half points", "score");
  for (const book::RawEntry& record : records)
    text += fmt::format("{:016x} {:<6} {:>6} {:>11} {:>6.1f}%\n", record.key, book::code_to_text(record.move),
                        record.learn_games(), record.learn_points(),
                        100 * score_of(record.learn_games(), record.learn_points()));
  return text;
}

std::string summary_text(const std::string&, const book::LearnSummary& summary) {
  Table table;
  table.say("Learn fields", book::describe(summary.layout));
  table.count("Positions with results", summary.positions);
  table.count("Entries with results", summary.records);
  if (summary.layout != book::LearnLayout::polyglot) return table.lines();
  table.count("Games, all moves together", summary.games);
  table.count("Half points", summary.points,
              fmt::format("   {:.1f}%", 100 * score_of(summary.games, summary.points)));
  return table.lines() + rows_text("Best moves", summary.best) + rows_text("Worst moves", summary.worst);
}

json::array rows_json(const std::vector<book::RawEntry>& records) {
  json::array rows;
  for (const book::RawEntry& record : records)
    rows.push_back(json::object{{"key", fmt::format("{:016x}", record.key)},
                                {"move", book::code_to_text(record.move)},
                                {"n", record.learn_games()},
                                {"sum", record.learn_points()}});
  return rows;
}

/// Source: docs/json.md, "learn-info".
std::string summary_json(const std::string& path, const book::LearnSummary& summary) {
  json::object object{{"book", path},
                      {"positions", summary.positions},
                      {"entries", summary.records},
                      {"learn_layout", book::name_of(summary.layout)}};
  if (summary.layout == book::LearnLayout::polyglot) {
    object["games"] = summary.games;
    object["points"] = summary.points;
    object["best"] = rows_json(summary.best);
    object["worst"] = rows_json(summary.worst);
  }
  return json_text(object) + '\n';
}

Result<int> run_info(Command& command) {
  std::string path;
  std::size_t shown = 5;
  std::uint16_t min_games = 1;
  auto write = &summary_text;
  command.add({
      {"file,book,bin,in", "FILE", "a file of results, or a book", book_file(path), 1, true},
      {"count", "N", "number of best and of worst moves to show", whole(shown)},
      {"min-games", "N", "show only moves with at least N games", whole(min_games, std::uint16_t{1})},
      {"format", "FORMAT", "output format: text or json",
       choice(write, {{"text", &summary_text}, {"json", &summary_json}})},
  });
  if (const auto exit_code = command.parse()) return *exit_code;
  const auto summary = book::summarise_learned(path, shown, min_games);
  if (!summary) return summary.error();
  const std::string told = write(path, *summary);
  return success_if(write == &summary_text ? print_text(told) : os::write_output(told));
}

}  // namespace
}  // namespace learn_tools

const Tool kMergeLearn{
    .name = "merge-learn",
    .summary = "Merges learned results of several files.",
    .examples =
        "polyglot merge-learn monday.learn tuesday.learn -o week.learn\n"
        "polyglot merge-learn results.learn book.bin -o all.learn\n",
    .run = learn_tools::run_merge,
    .group = "learning",
};

const Tool kApplyLearn{
    .name = "apply-learn",
    .summary = "Applies learned results to a book.",
    .examples =
        "polyglot apply-learn book.bin results.learn -o learned.bin\n"
        "polyglot apply-learn --weights book.bin results.learn -o learned.bin\n",
    .run = learn_tools::run_apply,
    .group = "learning",
};

const Tool kLearnInfo{
    .name = "learn-info",
    .summary = "Shows the learned results in a book or a file of results.",
    .examples =
        "polyglot learn-info book.bin\n"
        "polyglot learn-info --count 20 --min-games 10 results.learn\n",
    .run = learn_tools::run_info,
    .group = "learning",
};

}  // namespace polyglot::tools
