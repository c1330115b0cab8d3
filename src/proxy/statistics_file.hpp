// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include <polyglot/proxy/statistics.hpp>
#include <polyglot/result.hpp>
#include <polyglot/session/effects.hpp>

namespace polyglot::proxy {

/// Who takes part in a session, as a record has it.
struct Parties {
  std::string engine;
  std::string gui_protocol;
  std::string engine_protocol;
};

/// The statistics of a session, and the file that they are added to: a line for each game that has ended, and
/// one for the session. Several processes may share it.
class StatisticsFile {
 public:
  /// Error: there is a file of that name that holds something else.
  [[nodiscard]] static Result<StatisticsFile> open(std::string path);

  void add_time(DurationHistogram::Nanoseconds time) noexcept { present_.times.add(time); }
  void engine_started_again() noexcept { ++present_.restarts; }
  /// Records of the book have been changed, by the game that has ended longest ago, or the one that is on.
  void learned(std::size_t records) noexcept;
  void game_ended(const session::GameFigures& figures);

  [[nodiscard]] bool has_games() const noexcept { return !ended_.empty(); }
  /// Error: the lines could not be written; they will not be.
  [[nodiscard]] Result<void> write_games(const Parties& parties);
  /// Call it last.
  [[nodiscard]] Result<void> write_session(const Parties& parties);

 private:
  explicit StatisticsFile(std::string path);

  [[nodiscard]] Result<void> write(StatisticsRecord& record, const Parties& parties) const;

  std::string path_;
  StatisticsRecord present_;  ///< since the last game ended
  std::vector<StatisticsRecord> ended_;
  StatisticsRecord session_;
};

/// How long something takes, for the statistics; null: nobody wants to know.
class Stopwatch {
 public:
  explicit Stopwatch(StatisticsFile* statistics) noexcept : statistics_(statistics) {
    if (statistics_ != nullptr) begun_ = Clock::now();
  }
  ~Stopwatch() {
    if (statistics_ != nullptr) statistics_->add_time(Clock::now() - begun_);
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  using Clock = std::chrono::steady_clock;

  StatisticsFile* statistics_;
  Clock::time_point begun_;
};

}  // namespace polyglot::proxy
