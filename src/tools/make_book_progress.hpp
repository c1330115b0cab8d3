// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <thread>

#include <polyglot/builder/build.hpp>

#include "tools/progress_text.hpp"

namespace polyglot::tools {

/// Shows the progress of a book on stderr until it is destroyed.
class MakeBookProgress {
 public:
  explicit MakeBookProgress(const builder::Progress& progress);
  ~MakeBookProgress();
  MakeBookProgress(const MakeBookProgress&) = delete;
  MakeBookProgress& operator=(const MakeBookProgress&) = delete;

  using Seconds = std::chrono::duration<double>;

 private:
  void run(const std::stop_token& stop);

  const builder::Progress& progress_;
  ProgressLine shown_;
  std::jthread thread_;
};

/// The progress line of a stage, reading or writing, that began `elapsed` ago: the finished part, games,
/// speed and remaining time, if known.
[[nodiscard]] std::string progress_line(const builder::Progress& progress, MakeBookProgress::Seconds elapsed);

}  // namespace polyglot::tools
