// SPDX-License-Identifier: MIT
#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include <polyglot/counted.hpp>
#include <polyglot/counts/counts_sum.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/os/interruption.hpp>

#include "tools/counts_csv.hpp"
#include "tools/counts_options.hpp"
#include "tools/option_values.hpp"
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
      {"out,o", "COUNTS", "the file to write; it may not be one of those that are added",
       output_file(wanted.output)},
      {"range", "K/N", "add up only the K-th of N ranges of the keys, where N is a power of two",
       piece_number(wanted.range)},
      {"export", "csv", "write the sum as a table for other programs: csv",
       choice(wanted.as_csv, {{"csv", true}})},
      {"format", "FORMAT", "format of the summary: text or json",
       choice(wanted.as_json, {{"text", false}, {"json", true}})},
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
  if (!header.has_all_ranges())
    text += fmt::format(", partitions {} to {} of {}", header.ranges.first, header.ranges.end - 1,
                        header.partitions);
  for (const counts::Input& input : header.inputs)
    if (!input.is_whole())
      return text + fmt::format("\nIncomplete: not all shards of {} are there", input.name);
  return text;
}

Result<int> run(Command& command) {
  Wanted wanted;
  add_options(command, wanted);
  if (const auto exit_code = command.parse()) return *exit_code;
  if (wanted.parts.empty()) return command.wrong_usage(Error{"needs files of counts"});
  if (auto checked = check_output(wanted); !checked) return checked.error();
  const auto ranges = ranges_of_piece(wanted.parts.front(), wanted.range);
  if (!ranges) return ranges.error();
  std::atomic<bool> stop = false;
  const os::Interruption interruption(stop);
  const auto sum = counts::CountsSum::open(wanted.parts, *ranges);
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
    .group = "data",
};

}  // namespace polyglot::tools
