// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <string>
#include <string_view>

#include <polyglot/result.hpp>
#include <polyglot/session/effects.hpp>

namespace polyglot::proxy {

/// Keeps the last lines of one direction.
class LastLines {
 public:
  /// Adds complete lines.
  void add(std::string_view block);
  [[nodiscard]] const std::deque<std::string>& lines() const noexcept { return lines_; }

 private:
  std::deque<std::string> lines_;
};

/// Facts for a report that the session does not know.
struct FailedEngine {
  std::string name;                    ///< the engine's name for itself
  std::string command;                 ///< EngineCommand
  std::string executable;              ///< empty if the engine was never started
  std::deque<std::string> last_words;  ///< the last lines of its stderr
};

/// Writes a file about each engine that fails. The file has all that a bug report needs. Source:
/// docs/tournaments.md, "Crash reports".
class CrashReports {
 public:
  /// `folder`: the place for the reports.
  explicit CrashReports(std::string folder) noexcept : folder_(std::move(folder)) {}

  /// These record complete lines to and from the engine.
  void to_engine(std::string_view lines);
  void from_engine(std::string_view lines) { said_.add(lines); }
  /// Call it before another engine is started.
  void forget() noexcept;

  /// Writes a report, and never replaces another one. Returns its path. Error: path and the system's reason.
  [[nodiscard]] Result<std::string> write(const session::EngineFailure& failure, const FailedEngine& engine);

 private:
  std::string folder_;
  LastLines told_;
  LastLines said_;
  std::string last_search_;  ///< the last `go`, which may have been sent long before the failure
};

}  // namespace polyglot::proxy
