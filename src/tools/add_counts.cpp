// SPDX-License-Identifier: MIT
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <polyglot/book/move_code.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/counts/counts_sum.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/os/interruption.hpp>

#include "tools/counts_options.hpp"
#include "tools/option_values.hpp"
#include "tools/text_files.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace add_counts_tool {
namespace {

struct Wanted {
  Strings parts;
  std::string output = "sum.counts";
  std::optional<builder::Shard> range;
  bool as_csv = false;
  bool as_json = false;
};

void add_options(Command& command, Wanted& wanted) {
  command.add({
      {"counts", "FILE", "files of counts; may be given without an option", texts(wanted.parts),
       config::kAllPlain},
      {"out,o", "COUNTS", "the file to write, which may not be one of the inputs",
       output_file(wanted.output)},
      {"range", "K/N", "add up only the K-th of N ranges of the keys, where N is a power of two",
       piece_number(wanted.range)},
      {"export", "csv", "write the sum as a table for other programs: csv; default of --out is then sum.csv",
       choice(wanted.as_csv, {{"csv", true}})},
      text_or_json_switch(wanted.as_json, "format of the summary"),
  });
}

Result<void> check_output(const Wanted& wanted) {
  for (const std::string& part : wanted.parts) {
    std::error_code error;
    if (std::filesystem::equivalent(part, wanted.output, error))
      return Error{"is one of the files that are added, and would be overwritten: choose another name",
                   wanted.output};
  }
  return {};
}

std::string describe(const std::string& output, const counts::Header& header) {
  std::string text = fmt::format("{}: {} of {}, {}, {}", output, counted(header.games, "game"),
                                 counted(header.inputs.size(), "input"),
                                 counted(header.positions, "position"), counted(header.moves, "move"));
  if (!header.has_all_partitions())
    text += fmt::format(", partitions {} to {} of {}", header.range.first, header.range.end - 1,
                        header.partitions);
  for (const counts::Input& input : header.inputs)
    if (!input.is_whole())
      return text + fmt::format("\nIncomplete: not all shards of {} are there", input.name);
  return text;
}

// ---- The table --------------------------------------------------------------------------------------------

constexpr std::string_view kCsvTitles =
    "key,move,speed,rating,year,games,wins,draws,losses,rated,rating_sum,opponent_sum,first_date,last_date\n";
constexpr std::array<std::string_view, counts::kTimeClasses> kSpeedNames = {
    "", "bullet", "blitz", "rapid", "classical", "correspondence", "unknown", "ultraBullet"};

/// Unknown values, and groups that are not counted separately, are empty.
template <class Number>
std::string number_or_nothing(Number number, bool is_known) {
  return is_known ? std::to_string(number) : std::string();
}

void add_row(std::string& text, std::uint64_t key, const counts::Row& row, bool has_ratings) {
  const counts::Group group = counts::Group::of(row.group);
  const counts::Totals& totals = row.totals;
  const auto speed = static_cast<std::size_t>(group.speed);
  fmt::format_to(std::back_inserter(text), "{:016x},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", key,
                 book::code_to_text(row.move), speed < kSpeedNames.size() ? kSpeedNames[speed] : "",
                 number_or_nothing(group.rating, has_ratings && group.rating != counts::Group::kUnrated),
                 number_or_nothing(group.year, group.year != 0), totals.games, totals.wins, totals.draws,
                 totals.losses, totals.rated, totals.rating_sum, totals.opponent_sum,
                 number_or_nothing(totals.first_date, totals.first_date != 0),
                 number_or_nothing(totals.last_date, totals.last_date != 0));
}

/// Whether games are counted separately by rating.
bool has_rating_groups(std::string_view settings) {
  const std::size_t by = settings.find("\nby ");
  return by != settings.npos &&
         settings.substr(by + 1, settings.find('\n', by + 1) - by - 1).find("rating") != settings.npos;
}

/// Writes a sum as a table, a row for each position, move and group. Source: docs/tools.md, "add-counts".
/// Returns the header of the sum with its numbers.
Result<counts::Header> write_csv(const counts::CountsSum& sum, const std::string& output,
                                 const std::atomic<bool>& stop) {
  auto file = Output::open(output);
  if (!file) return file.error();
  counts::Header header = sum.header();
  const bool has_ratings = has_rating_groups(header.settings);
  std::set<std::uint32_t> groups;
  std::string text(kCsvTitles);
  const auto positions = sum.read(header.range);
  for (;;) {
    const auto position = positions->next();
    if (!position) return position.error();
    if (!*position) break;
    if (stop) return Error{"interrupted"};
    ++header.positions;
    header.moves += (*position)->rows.size();
    for (const counts::Row& row : (*position)->rows) {
      add_row(text, (*position)->key, row, has_ratings);
      groups.insert(row.group);
    }
    if (auto written = file->put(std::exchange(text, {})); !written) return written.error();
  }
  if (auto written = file->put(text); !written) return written.error();
  if (auto committed = file->commit(); !committed) return committed.error();
  for (const std::uint32_t code : groups) header.groups.push_back(counts::Group::of(code));
  return header;
}

Result<int> run(Command& command) {
  Wanted wanted;
  add_options(command, wanted);
  if (const auto exit_code = command.parse()) return *exit_code;
  if (wanted.parts.empty()) return command.wrong_usage(Error{"needs files of counts"});
  if (auto checked = check_output(wanted); !checked) return checked.error();
  if (wanted.as_csv && !command.has("out")) wanted.output = "sum.csv";
  const auto range = range_of_piece(wanted.parts.front(), wanted.range);
  if (!range) return range.error();
  std::atomic<bool> stop = false;
  const os::Interruption interruption(stop);
  const auto sum = counts::CountsSum::open(wanted.parts, *range);
  if (!sum) return sum.error();
  const auto header =
      wanted.as_csv ? write_csv(*sum, wanted.output, stop) : counts::write_sum(*sum, wanted.output, stop);
  if (!header) return command.failed(header.error());
  command.say(wanted.as_json ? json_text(counts_json(wanted.output, *header))
                             : describe(wanted.output, *header));
  return kSuccess;
}

}  // namespace
}  // namespace add_counts_tool

const Tool kAddCounts{
    .name = "add-counts",
    .summary = "Adds up files of counts.",
    .examples =
        "polyglot add-counts january.counts february.counts -o 2026.counts\n"
        "polyglot add-counts parts/*.counts --range 2/4 -o range-2.counts\n"
        "polyglot add-counts 2026.counts --export csv -o 2026.csv\n",
    .run = add_counts_tool::run,
    .group = "counts",
};

}  // namespace polyglot::tools
