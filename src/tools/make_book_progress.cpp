#include "tools/make_book_progress.hpp"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unistd.h>

#include <fmt/format.h>

namespace polyglot::tools {
namespace {

using namespace std::chrono_literals;

constexpr auto kOnTerminal = 200ms;
constexpr auto kElsewhere = 5s;
constexpr int kBarWidth = 24;

std::string bar(double share) {
  const auto full = static_cast<std::size_t>(share * kBarWidth);
  return '[' + std::string(full, '#') + std::string(kBarWidth - full, '.') + ']';
}

std::string clock_time(double seconds) {
  const long whole = std::lround(seconds);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace

std::string progress_line(const builder::Progress& progress, MakeBookProgress::Seconds elapsed) {
  const double seconds = std::max(elapsed.count(), 1e-3);
  const auto bytes = static_cast<double>(progress.bytes);
  const auto total = static_cast<double>(progress.total_bytes);
  const auto games = progress.games.load();
  std::string line;
  if (total > 0) {
    const double share = std::min(1.0, bytes / total);
    line = fmt::format("{} {:3.0f} %  ", bar(share), 100 * share);
  }
  line += fmt::format("{} games  {:.0f} games/s  {:.1f} MB/s", games, static_cast<double>(games) / seconds,
                      bytes / seconds / 1e6);
  if (progress.writing) return line + "  writing the book";
  if (total > 0 && bytes > 0) line += fmt::format("  {} left", clock_time((total - bytes) / bytes * seconds));
  return line;
}

MakeBookProgress::MakeBookProgress(const builder::Progress& progress)
    : progress_(progress), terminal_(::isatty(STDERR_FILENO) == 1), thread_([this] { run(); }) {}

MakeBookProgress::~MakeBookProgress() {
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  ended_changed_.notify_all();
  thread_.join();
  if (terminal_ && shown_) std::fputs("\r\x1b[K", stderr);
}

void MakeBookProgress::run() {
  std::unique_lock lock(mutex_);
  const std::chrono::milliseconds pause = terminal_ ? kOnTerminal : kElsewhere;
  while (!ended_changed_.wait_for(lock, pause, [this] { return ended_; })) {
    const std::string line = progress_line(progress_, std::chrono::steady_clock::now() - start_);
    fmt::print(stderr, "{}{}{}", terminal_ ? "\r" : "", line, terminal_ ? "\x1b[K" : "\n");
    std::fflush(stderr);
    shown_ = true;
  }
}

}  // namespace polyglot::tools
