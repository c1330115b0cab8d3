// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <thread>

#include <polyglot/builder/build.hpp>

namespace polyglot::tools {

/// Shows on stderr how far a book is, until it is destroyed: a line that is written over and over on a
/// terminal, a new line every few seconds elsewhere.
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
  bool terminal_;
  bool shown_ = false;
  std::jthread thread_;
};

/// The line that is shown of a stage, reading or writing, that began `elapsed` ago: how much of it is done,
/// games, speed and the time that is left, as far as known.
[[nodiscard]] std::string progress_line(const builder::Progress& progress, MakeBookProgress::Seconds elapsed);

}  // namespace polyglot::tools
