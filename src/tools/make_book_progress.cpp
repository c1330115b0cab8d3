// SPDX-License-Identifier: MIT
#include "tools/make_book_progress.hpp"
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <polyglot/rest.hpp>

namespace polyglot::tools {

std::string progress_line(const builder::Progress& progress, MakeBookProgress::Seconds elapsed) {
  const double seconds = std::max(elapsed.count(), 1e-3);
  const auto games = progress.games.load();
  if (progress.writing) {
    const double share = progress.written;
    return fmt::format("{}writing the book of {} games{}", progress_bar(share), games,
                       time_left(share, seconds));
  }
  const auto bytes = static_cast<double>(progress.bytes);
  const auto total = static_cast<double>(progress.total_bytes);
  const double share = total > 0 ? std::min(1.0, bytes / total) : 0;
  return fmt::format("{}{} games  {:.0f} games/s  {:.1f} MB/s{}", total > 0 ? progress_bar(share) : "", games,
                     static_cast<double>(games) / seconds, bytes / seconds / 1e6, time_left(share, seconds));
}

MakeBookProgress::MakeBookProgress(const builder::Progress& progress)
    : progress_(progress), thread_([this](const std::stop_token& stop) { run(stop); }) {}

MakeBookProgress::~MakeBookProgress() {
  thread_.request_stop();
  thread_.join();
}

void MakeBookProgress::run(const std::stop_token& stop) {
  auto start = std::chrono::steady_clock::now();
  bool writing = false;
  while (!rest(stop, shown_.pause())) {
    const auto now = std::chrono::steady_clock::now();
    if (!std::exchange(writing, progress_.writing.load()) && writing) start = now;
    shown_.show(progress_line(progress_, now - start));
  }
}

}  // namespace polyglot::tools
