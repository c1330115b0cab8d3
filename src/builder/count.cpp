// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <polyglot/builder/count.hpp>
#include <polyglot/counts/counts_file.hpp>
#include <polyglot/counts/counts_sum.hpp>
#include <polyglot/os/file.hpp>

#include "builder/counts_output.hpp"
#include "builder/run.hpp"

namespace polyglot::builder {
namespace {

/// Writes what a run over the games produces, and counts the moves as entries.
struct CountsWrite {
  CountsOutput& output;

  [[nodiscard]] Result<void> operator()(const counts::PackedRows& packed, std::uint64_t& entries) const {
    entries += packed.moves;
    return output.add(packed);
  }
};

Result<CountSummary> count(const Settings& settings, const std::string& path, Progress& progress) {
  auto output = CountsOutput::create(path, settings, progress);
  if (!output) return output.error();
  auto counted =
      run_over_games<CountMoves<CountTally>>(settings, progress, CountsChooser(), CountsWrite{*output});
  if (!counted) return counted.error();
  auto header = output->commit(*counted);
  if (!header) return header.error();
  return CountSummary{.games = std::move(*counted), .header = std::move(*header)};
}

/// The counts of the games while they are added to others. Errors name this file.
class CountsOfGames {
 public:
  explicit CountsOfGames(const Settings& settings)
      : path_((std::filesystem::path(folder_of(settings)) /
               std::filesystem::path(settings.output).filename().concat(".games"))
                  .string()) {}
  CountsOfGames(const CountsOfGames&) = delete;
  CountsOfGames& operator=(const CountsOfGames&) = delete;
  ~CountsOfGames() {
    std::error_code ignored;
    if (is_written_) std::filesystem::remove(path_, ignored);
  }

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] Result<CountSummary> write(const Settings& settings, Progress& progress) {
    // A run that was killed may have left its file.
    const auto is_own = counts::is_counts_file(path_);
    if (!is_own) return is_own.error();
    if (os::kind_of(path_) != os::PathKind::missing && !*is_own)
      return Error{"is needed for a temporary file: rename it, or choose another --out", path_};
    auto counted = count(settings, path_, progress);
    is_written_ = counted.has_value();
    return counted;
  }

 private:
  std::string path_;
  bool is_written_ = false;
};

Result<CountSummary> add_up(const Settings& settings, Progress& progress) {
  std::vector<std::string> files = settings.added;
  CountSummary summary;
  CountsOfGames of_games(settings);
  if (!settings.inputs.empty()) {
    // Files that cannot be added are reported before the games are counted.
    if (auto opened = counts::CountsSum::open(files); !opened) return opened.error();
    const auto first = counts::CountsFile::open(files.front());
    if (!first) return first.error();
    if (auto checked = counts::check_alike(*first, header_of(settings), settings.inputs.front()); !checked)
      return checked.error();
    auto counted = of_games.write(settings, progress);
    if (!counted) return counted.error();
    summary.games = std::move(counted->games);
    files.push_back(of_games.path());
  }
  const auto sum = counts::CountsSum::open(files);
  if (!sum) return sum.error();
  auto header = counts::write_sum(*sum, settings.output, progress.stop);
  if (!header) return header.error();
  summary.header = std::move(*header);
  return summary;
}

}  // namespace

Result<CountSummary> count_games(const Settings& given, Progress& progress) {
  Settings settings = given;
  settings.refuse_empty = false;
  if (!settings.counted_by) settings.counted_by.emplace();
  std::ranges::sort(settings.inputs);
  if (auto checked = check_counting(settings); !checked) return checked.error();
  if (auto checked = settings.filter.check(); !checked) return checked.error();
  if (auto checked = check_files(settings); !checked) return checked.error();
  return settings.added.empty() ? count(settings, settings.output, progress) : add_up(settings, progress);
}

}  // namespace polyglot::builder
