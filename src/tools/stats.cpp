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

double mean(std::uint64_t sum, std::uint64_t count) {
  return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
}

/// The sums over the lines of one engine.
struct Sums {
  std::uint64_t sessions = 0;
  std::uint64_t games = 0;
  std::uint64_t games_out_of_book = 0;
  std::uint64_t out_of_book = 0;  ///< sum of the plies at which those games left the book

  void add(const StatisticsRecord& record) {
    if (record.kind == StatisticsRecord::Kind::session) return end_session(record);
    ++games;
    const auto [session, is_first] = running_.try_emplace(record.process, record);
    if (!is_first) {
      session->second.add(record);
      ++session->second.games;
    }
    if (!record.out_of_book) return;
    ++games_out_of_book;
    out_of_book += *record.out_of_book;
  }

  /// The figures of all sessions, and of games whose session has no line.
  [[nodiscard]] StatisticsRecord all() const {
    StatisticsRecord all = ended_;
    for (const auto& [process, session] : running_) all.add(session);
    return all;
  }

 private:
  /// A session's line takes the place of those of its games, because it also has what happened after the last
  /// game. If the known games with its process id are others, they stay.
  void end_session(const StatisticsRecord& session) {
    ++sessions;
    const auto known = running_.extract(session.process);
    const bool has_them =
        known && known.mapped().games == session.games && known.mapped().plies == session.plies;
    if (known && !has_them) ended_.add(known.mapped());
    if (has_them || session.games == 0) ended_.add(session);
  }

  StatisticsRecord ended_;
  std::map<std::int64_t, StatisticsRecord> running_;  ///< sums of games, by the process id of their session
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
    const StatisticsRecord all = sums.all();
    const proxy::DurationSummary times = all.times.summary();
    text += fmt::format("{:<{}} {:>8} {:>7} {:>9.2f} {:>11} {:>8} {:>8} {:>7} {:>7} {:>8}\n", name, width,
                        sums.sessions, sums.games, mean(all.book_moves, sums.games),
                        sums.games_out_of_book == 0
                            ? "-"
                            : fmt::format("{:.2f}", mean(sums.out_of_book, sums.games_out_of_book)),
                        all.restarts, all.learned, times.p50, times.p99, times.max);
  }
  return text;
}

std::string json_of(const Engines& engines) {
  json::array list;
  for (const auto& [name, sums] : engines) {
    const StatisticsRecord all = sums.all();
    json::object engine;
    engine["engine"] = name == kNoName ? json::value() : json::value(name);
    engine["sessions"] = sums.sessions;
    engine["games"] = sums.games;
    engine["plies"] = all.plies;
    engine["book_moves"] = all.book_moves;
    engine["games_out_of_book"] = sums.games_out_of_book;
    engine["out_of_book_plies"] = sums.out_of_book;
    engine["restarts"] = all.restarts;
    engine["learned"] = all.learned;
    const auto [p50, p99, max] = all.times.summary();
    engine["time_us"] = {{"blocks", all.times.count()}, {"p50", p50}, {"p99", p99}, {"max", max}};
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
