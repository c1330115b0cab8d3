// SPDX-License-Identifier: MIT
#include "tools/progress_text.hpp"
#include <cmath>
#include <cstddef>
#include <cstdio>

#include <fmt/format.h>

#include <polyglot/os/standard_streams.hpp>

namespace polyglot::tools {
namespace {

using namespace std::chrono_literals;

std::string clock_time(double seconds) {
  const long whole = std::lround(seconds);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
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

ProgressLine::~ProgressLine() {
  clear();
}

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
  if (terminal_ && shown_) std::fputs("\r\x1b[K", stderr);
  shown_ = false;
}

}  // namespace polyglot::tools
