// SPDX-License-Identifier: MIT
#include "proxy/crash_report.hpp"
#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/os/expansion.hpp>
#include <polyglot/os/file.hpp>

namespace polyglot::proxy {
namespace {

constexpr std::size_t kKeptLines = 50;
constexpr std::size_t kKeptBytes = 2000;  ///< of each line
constexpr int kMostReports = 1000;        ///< about one engine in one second

/// Returns the place where the last `count` lines begin.
std::size_t begin_of_last(std::string_view block, std::size_t count) {
  std::size_t begin = block.size();
  for (std::size_t found = 0; begin > 0; --begin)
    if (block[begin - 1] == '\n' && found++ == count) break;
  return begin;
}

std::string file_name(const FailedEngine& engine, std::time_t now, int number) {
  std::string name = engine.name.empty() ? "engine" : engine.name;
  const auto belongs_into_no_name = [](char c) { return !is_letter(c) && !is_digit(c) && c != '.'; };
  std::ranges::replace_if(name, belongs_into_no_name, '_');
  return fmt::format("{}-{:%Y%m%d-%H%M%S}-{}{}.txt", name, fmt::localtime(now), os::with_process_id("%p"),
                     number == 0 ? "" : fmt::format("-{}", number));
}

void append_lines(std::string& text, std::string_view title, const std::deque<std::string>& lines) {
  fmt::format_to(std::back_inserter(text), "\n{} ({}):\n", title, lines.size());
  for (const std::string& line : lines) text.append(line) += '\n';
}

void append_field(std::string& text, std::string_view name, std::string_view value) {
  if (!value.empty()) fmt::format_to(std::back_inserter(text), "{:<12}{}\n", name, value);
}

}  // namespace

void LastLines::add(std::string_view block) {
  block.remove_prefix(begin_of_last(block, kKeptLines));
  while (!block.empty()) lines_.emplace_back(take_line(block).substr(0, kKeptBytes));
  while (lines_.size() > kKeptLines) lines_.pop_front();
}

void CrashReports::to_engine(std::string_view lines) {
  told_.add(lines);
  while (!lines.empty()) {
    const std::string_view line = take_line(lines);
    if (line == "go" || line.starts_with("go ") || line == "analyze") last_search_ = line;
  }
}

void CrashReports::forget() noexcept {
  told_ = {};
  said_ = {};
  last_search_.clear();
}

Result<std::string> CrashReports::write(const session::EngineFailure& failure, const FailedEngine& engine) {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::string text = fmt::format("Polyglot {}: an engine has failed\n\n", POLYGLOT_VERSION);
  append_field(text, "time", fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::localtime(now)));
  append_field(text, "reason", failure.reason);
  append_field(text, "engine", engine.name);
  append_field(text, "command", engine.command);
  append_field(text, "program", engine.executable);
  append_field(text, "game", failure.game.empty() ? "not known" : failure.game);
  append_field(text, "position", failure.fen);
  append_field(text, "last search", last_search_);
  append_lines(text, "The last lines to the engine", told_.lines());
  append_lines(text, "The last lines of the engine", said_.lines());
  append_lines(text, "The last lines of its stderr", engine.last_words);

  for (int number = 0; number < kMostReports; ++number) {
    std::string path = (std::filesystem::path(folder_) / file_name(engine, now, number)).string();
    const auto written = os::write_new_file(path, text);
    if (!written) return written.error();
    if (*written) return {boost::system::in_place_value, std::move(path)};
  }
  return Error{"has reports of this second already, and no more are written", folder_};
}

}  // namespace polyglot::proxy
