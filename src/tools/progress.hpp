// SPDX-License-Identifier: MIT
#pragma once

#include <thread>

#include <polyglot/builder/build.hpp>

namespace polyglot::tools {

/// A bar for the finished part of some work, 0 to 1, with its percentage and two blanks.
[[nodiscard]] std::string progress_bar(double share);

/// Estimates the remaining time from the finished part, "  0:01:30 left"; empty if it is not known.
[[nodiscard]] std::string time_left(double share, double seconds);

/// Shows lines of progress on stderr: on a terminal one line that is overwritten, elsewhere a new line every
/// few seconds. The line of a terminal is removed at the end.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// How long a line stays before the next one.
  [[nodiscard]] std::chrono::milliseconds pause() const noexcept;
  /// Whether the pause since the last line, or since the beginning, is over.
  [[nodiscard]] bool is_due() const noexcept;
  void show(const std::string& line);
  /// Removes the line of a terminal, before other text.
  void clear();

 private:
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Shows the progress of work on games on stderr until it is destroyed.
class MakeBookProgress {
 public:
  explicit MakeBookProgress(const builder::Progress& progress);

  using Seconds = std::chrono::duration<double>;

 private:
  ProgressLine shown_;
  std::jthread thread_;  ///< ends before the line
};

/// The progress line of a stage, reading or writing, that began `elapsed` ago: the finished part, games,
/// speed and remaining time, if known.
[[nodiscard]] std::string progress_line(const builder::Progress& progress, MakeBookProgress::Seconds elapsed);

}  // namespace polyglot::tools
