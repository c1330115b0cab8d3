// SPDX-License-Identifier: MIT
#include "tools/progress.hpp"
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <stop_token>

#include <fmt/format.h>

#include <polyglot/os/streams.hpp>

namespace polyglot::tools {
namespace {

using namespace std::chrono_literals;

std::string clock_time(double seconds) {
  const long whole = std::lround(seconds);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

/// Waits for `time`, or until a stop is requested. Returns true if a stop has been requested.
bool rest(const std::stop_token& stop, std::chrono::milliseconds time) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, time, [] { return false; });
  return stop.stop_requested();
}

}  // namespace

std::string progress_bar(double share) {
  constexpr int kBarWidth = 24;
  const auto full = static_cast<std::size_t>(share * kBarWidth);
  return fmt::format("[{:.<{}}] {:3.0f} %  ", std::string(full, '#'), kBarWidth, 100 * share);
}

std::string time_left(double share, double seconds) {
  return share > 0 ? fmt::format("  {} left", clock_time((1 - share) / share * seconds)) : "";
}

ProgressLine::ProgressLine() : terminal_(os::is_terminal(os::StandardStream::errors)) {}

std::chrono::milliseconds ProgressLine::pause() const noexcept {
  return terminal_ ? 200ms : 5s;
}

bool ProgressLine::is_due() const noexcept {
  return std::chrono::steady_clock::now() - last_ >= pause();
}

void ProgressLine::show(const std::string& line) {
  std::fputs(fmt::format("{}{}{}", terminal_ ? "\r" : "", line, terminal_ ? "\x1b[K" : "\n").c_str(), stderr);
  std::fflush(stderr);
  shown_ = true;
  last_ = std::chrono::steady_clock::now();
}

void ProgressLine::clear() {
  if (terminal_ && shown_) {
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
  }
  shown_ = false;
}

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
    : thread_([this, &progress](const std::stop_token& stop) {
        auto start = std::chrono::steady_clock::now();
        bool writing = false;
        while (!rest(stop, shown_.pause())) {
          const auto now = std::chrono::steady_clock::now();
          if (!std::exchange(writing, progress.writing.load()) && writing) start = now;
          shown_.show(progress_line(progress, now - start));
        }
      }) {}

}  // namespace polyglot::tools
