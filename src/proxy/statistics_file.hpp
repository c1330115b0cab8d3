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

/// The participants of a session, as a record names them.
struct Parties {
  std::string engine;
  std::string gui_protocol;
  std::string engine_protocol;
};

/// Collects the statistics of a session. Appends a line to a file for each ended game, and one for the
/// session. Several processes may share the file.
class StatisticsFile {
 public:
  /// Error: the file has other contents.
  [[nodiscard]] static Result<StatisticsFile> open(std::string path);

  void add_time(DurationHistogram::Nanoseconds time) noexcept { present_.times.add(time); }
  void engine_started_again() noexcept { ++present_.restarts; }
  /// Adds the number of changed records of the book to the oldest ended game, or to the current game.
  void learned(std::size_t records) noexcept;
  void game_ended(const session::GameFigures& figures);

  [[nodiscard]] bool has_games() const noexcept { return !ended_.empty(); }
  /// Writes the lines of ended games. Error: they could not be written and are lost.
  [[nodiscard]] Result<void> write_games(const Parties& parties);
  /// Writes the line of the session. Call it last.
  [[nodiscard]] Result<void> write_session(const Parties& parties);

 private:
  explicit StatisticsFile(std::string path);

  [[nodiscard]] Result<void> write(StatisticsRecord& record, const Parties& parties) const;

  std::string path_;
  StatisticsRecord present_;  ///< the statistics since the last game ended
  std::vector<StatisticsRecord> ended_;
  StatisticsRecord session_;
};

/// Measures a duration for the statistics; does nothing if they are null.
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
