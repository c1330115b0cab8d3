// SPDX-License-Identifier: MIT
#pragma once

#include <boost/json/object.hpp>

#include <polyglot/builder/build.hpp>
#include <polyglot/os/interruption.hpp>

#include "tools/option_values.hpp"
#include "tools/progress.hpp"
#include "tools/tool.hpp"

/// Work on games, the counts of their files, and their numbers as text and as JSON. Source: docs/json.md,
/// "Schema".
namespace polyglot::tools {

/// Moves the files of counts out of a list of files. Failure: one of the files cannot be read.
[[nodiscard]] Strings take_counts(Strings& files);
/// Why options are refused with files of counts, for refuse_others().
inline constexpr std::string_view kNeedsGames = " needs games, and files of counts have only their numbers";

/// The total size of the input files in bytes; 0 if one is a pipe.
[[nodiscard]] std::uint64_t size_of_files(const std::vector<std::string>& files);

/// Does work on files of games until it is finished or the user interrupts it. Shows its progress if `shows`.
template <class Work>
[[nodiscard]] auto with_progress(const std::vector<std::string>& files, bool shows, Work work) {
  builder::Progress progress;
  progress.total_bytes = size_of_files(files);
  const os::Interruption interruption(progress.stop);
  std::optional<MakeBookProgress> display;
  if (shows) display.emplace(progress);
  return work(progress);
}

/// Lines about the counts and the first problems, with line ends.
[[nodiscard]] std::string describe_games(const builder::Summary& summary);

/// Returns a line for each rule that left out moves. The default of --min-game, as in Polyglot 2.0.4, drops
/// most moves of a small collection.
[[nodiscard]] std::string describe_left_out(const builder::LeftOut& left_out, const builder::EntryRule& rule);

/// Adds the counts of games as `name`, the reasons why games were not used, and the problems.
void add_games(boost::json::object& object, std::string_view name, const builder::Summary& summary);

}  // namespace polyglot::tools
