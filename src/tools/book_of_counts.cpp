// SPDX-License-Identifier: MIT
#include <array>
#include <atomic>
#include <optional>
#include <string>

#include <boost/json/object.hpp>
#include <fmt/format.h>

#include <polyglot/builder/count.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/counts/counts_sum.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/os/interruption.hpp>

#include "tools/counts_options.hpp"
#include "tools/game_counts.hpp"
#include "tools/make_book_options.hpp"
#include "tools/option_values.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace book_of_counts_tool {
namespace {

namespace json = boost::json;

/// The options of add_weights() that need single games. Help does not show them.
constexpr std::array kOfSingleGames{"elo-doubling", "half-life", "decay-until"};

void add_options(Command& command, Strings& parts, builder::Settings& settings,
                 std::optional<builder::Shard>& wanted, bool& as_json) {
  settings.output = "book.bin";
  command.add(
      {
          {"counts", "FILE", "files of counts, which are added up; may be given without an option",
           texts(parts), config::kAllPlain},
          {"out,o", "BOOK", "the book to write", output_file(settings.output)},
          {"range", "K/N",
           "write only the K-th of N pieces of the book, where N is a power of two; all pieces "
           "joined in order are the book",
           piece_number(wanted)},
          text_or_json_switch(as_json, "format of the summary"),
      },
      "Files");
  command.add(book_switches(settings), "Files");
  command.add(entry_switches(settings.entries), "Moves");
  add_weights(command, settings);
  for (const char* const name : kOfSingleGames) command.syntax().find(name)->doc.clear();
}

/// Completes the settings. Error: an option needs the games themselves.
Result<void> complete(const Command& command, builder::Settings& settings) {
  for (const char* const name : kOfSingleGames)
    if (command.has(name))
      return Error{
          fmt::format("--{} needs single games, which files of counts do not have; use make-book", name)};
  return complete_weights(command, settings);
}

/// Names the variant in the header, as make-book does.
void complete_header(const counts::Header& of_counts, builder::Settings& settings) {
  if (of_counts.variant == "normal") return;
  if (!settings.header) settings.header.emplace();
  settings.header->variants = {of_counts.variant};
}

std::string describe(const builder::Settings& settings, const builder::Summary& summary) {
  return describe_left_out(summary.left_out, settings.entries) +
         fmt::format("{:<11}{}: {}, of {} in {}", "Book:", settings.output, counted(summary.entries, "entry"),
                     counted(summary.moves, "move"), counted(summary.counts.used, "game"));
}

/// Source: docs/json.md, "book-of-counts".
json::object to_json(const builder::Settings& settings, const builder::Summary& summary) {
  return {{"book", settings.output},
          {"entries", summary.entries},
          {"moves", summary.moves},
          {"rare_moves", summary.left_out.rare},
          {"weightless_moves", summary.left_out.weightless},
          {"weak_moves", summary.left_out.weak},
          {"games", summary.counts.used}};
}

Result<int> run(Command& command) {
  Strings parts;
  builder::Settings settings;
  bool as_json = false;
  std::optional<builder::Shard> piece;
  add_options(command, parts, settings, piece, as_json);
  if (const auto exit_code = command.parse()) return *exit_code;
  if (parts.empty()) return command.wrong_usage(Error{"needs files of counts"});
  if (auto completed = complete(command, settings); !completed) return command.wrong_usage(completed.error());
  std::atomic<bool> stop = false;
  const os::Interruption interruption(stop);
  const auto range = range_of_piece(parts.front(), piece);
  if (!range) return range.error();
  const auto sum = counts::CountsSum::open(parts, *range);
  if (!sum) return sum.error();
  complete_header(sum->header(), settings);
  // Only the first part of the book has the header.
  if (piece && piece->number > 1) settings.header.reset();
  const auto summary = builder::book_of_counts(*sum, settings, stop, *range);
  if (!summary) return command.failed(summary.error());
  command.say(as_json ? json_text(to_json(settings, *summary)) : describe(settings, *summary));
  return kSuccess;
}

}  // namespace
}  // namespace book_of_counts_tool

const Tool kBookOfCounts{
    .name = "book-of-counts",
    .summary = "Builds a book from files of counts.",
    .examples =
        "polyglot book-of-counts 2026.counts -o book.bin\n"
        "polyglot book-of-counts range-*.counts --weights score -o book.bin\n",
    .run = book_of_counts_tool::run,
    .group = "counts",
};

}  // namespace polyglot::tools
