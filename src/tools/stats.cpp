// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/os/standard_streams.hpp>
#include <polyglot/proxy/statistics.hpp>

#include "tools/option_values.hpp"
#include "tools/text_files.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace stats_tool {
namespace {

namespace json = boost::json;
using proxy::StatisticsRecord;

/// The sums over the lines of one engine.
struct Sums {
  std::uint64_t sessions = 0;
  std::uint64_t games = 0;
  std::uint64_t games_out_of_book = 0;
  std::uint64_t out_of_book = 0;  ///< sum of the plies at which those games left the book
  StatisticsRecord all;

  /// Adds a line. The figures of a session include those of its games, so they count only for a session
  /// without games. What came after the last game of a session is left out.
  void add(const StatisticsRecord& record) {
    if (record.kind == StatisticsRecord::Kind::session) {
      ++sessions;
      if (record.games == 0) all.add(record);
      return;
    }
    ++games;
    all.add(record);
    if (!record.out_of_book) return;
    ++games_out_of_book;
    out_of_book += *record.out_of_book;
  }

  [[nodiscard]] double book_moves_per_game() const { return mean(all.book_moves, games); }
  [[nodiscard]] double mean_out_of_book() const { return mean(out_of_book, games_out_of_book); }

 private:
  [[nodiscard]] static double mean(std::uint64_t sum, std::uint64_t count) {
    return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
  }
};

using Engines = std::map<std::string, Sums, std::less<>>;

constexpr std::string_view kNoName = "?";

std::string table(const Engines& engines) {
  std::size_t width = std::string_view("engine").size();
  for (const auto& [name, sums] : engines) width = std::max(width, name.size());
  std::string text = fmt::format("{:<{}} {:>8} {:>7} {:>9} {:>11} {:>8} {:>8} {:>7} {:>7} {:>8}\n", "engine",
                                 width, "sessions", "games", "book/game", "out at ply", "restarts", "learned",
                                 "p50 us", "p99 us", "max us");
  for (const auto& [name, sums] : engines) {
    const proxy::DurationSummary times = sums.all.times.summary();
    text += fmt::format("{:<{}} {:>8} {:>7} {:>9.2f} {:>11} {:>8} {:>8} {:>7} {:>7} {:>8}\n", name, width,
                        sums.sessions, sums.games, sums.book_moves_per_game(),
                        sums.games_out_of_book == 0 ? "-" : fmt::format("{:.2f}", sums.mean_out_of_book()),
                        sums.all.restarts, sums.all.learned, times.p50, times.p99, times.max);
  }
  return text;
}

std::string json_of(const Engines& engines) {
  json::array list;
  for (const auto& [name, sums] : engines) {
    json::object engine;
    engine["engine"] = name == kNoName ? json::value() : json::value(name);
    engine["sessions"] = sums.sessions;
    engine["games"] = sums.games;
    engine["plies"] = sums.all.plies;
    engine["book_moves"] = sums.all.book_moves;
    engine["games_out_of_book"] = sums.games_out_of_book;
    engine["out_of_book_plies"] = sums.out_of_book;
    engine["restarts"] = sums.all.restarts;
    engine["learned"] = sums.all.learned;
    const auto [p50, p99, max] = sums.all.times.summary();
    engine["time_us"] = {{"blocks", sums.all.times.count()}, {"p50", p50}, {"p99", p99}, {"max", max}};
    list.push_back(std::move(engine));
  }
  return json_text(json::object{{"engines", std::move(list)}}) + '\n';
}

/// Reads files of statistics, and reports other lines.
class Summary {
 public:
  explicit Summary(const Command& command) : command_(command) {}

  /// Error: the file cannot be read, or has only other lines.
  Result<void> read(const std::string& path) {
    bool is_one = false;
    std::vector<std::string> complaints;
    const auto add = [&](std::string_view line, std::size_t number) -> Result<void> {
      const auto record = proxy::read_statistics(line);
      if (record) {
        is_one = true;
        engines_[record->engine.empty() ? std::string(kNoName) : record->engine].add(*record);
      } else {
        complaints.push_back(fmt::format("{}:{}: left out: {}", path, number, record.error().to_string()));
      }
      return {};
    };
    auto read = read_lines(path, add);
    if (!is_one && !complaints.empty())
      return Error{"holds no statistics: give a file of option Stats", path};
    damaged_ += complaints.size();
    for (const std::string& complaint : complaints) command_.tell(complaint);
    return read;
  }
  [[nodiscard]] const Engines& engines() const noexcept { return engines_; }
  [[nodiscard]] std::size_t damaged() const noexcept { return damaged_; }

 private:
  const Command& command_;
  Engines engines_;
  std::size_t damaged_ = 0;
};

Result<int> run(Command& command) {
  Strings paths;
  bool as_json = false;
  command.add({text_or_json_switch(as_json),
               {"files", "FILE...", "the files of statistics, - for standard input", text_files(paths),
                config::kAllPlain, true}});
  if (const auto exit_code = command.parse()) return *exit_code;
  Summary summary(command);
  bool all_read = true;
  for (const std::string& path : paths) {
    const auto read = summary.read(path);
    if (read) continue;
    command.tell(read.error().to_string());
    all_read = false;
  }
  const Engines& engines = summary.engines();
  if (!all_read && engines.empty()) return kFailure;
  const auto written = as_json ? os::write_output(json_of(engines)) : print_text(table(engines));
  if (!written) return written.error();
  return all_read && summary.damaged() == 0 ? kSuccess : kFailure;
}

}  // namespace
}  // namespace stats_tool

const Tool kStats{
    .name = "stats",
    .summary = "Summarizes statistics written by the option Stats.",
    .examples =
        "polyglot stats statistics.jsonl\n"
        "polyglot stats --format json monday.jsonl tuesday.jsonl\n",
    .run = stats_tool::run,
    .group = "playing",
};

}  // namespace polyglot::tools
