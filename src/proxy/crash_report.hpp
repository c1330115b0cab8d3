// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

#include <polyglot/result.hpp>
#include <polyglot/session/effects.hpp>

namespace polyglot::proxy {

/// The last lines of one direction.
class LastLines {
 public:
  /// Complete lines, the last of which are kept.
  void add(std::string_view block);
  [[nodiscard]] const std::deque<std::string>& lines() const noexcept { return lines_; }

 private:
  std::deque<std::string> lines_;
};

/// What a report says of an engine that the session does not know.
struct FailedEngine {
  std::string name;                    ///< as it calls itself
  std::string command;                 ///< EngineCommand
  std::string executable;              ///< empty if it was never started
  std::deque<std::string> last_words;  ///< of its stderr
};

/// Writes a file of each engine that fails, so that a report of the bug needs nothing else. Source:
/// docs/tournaments.md, "Crash reports".
class CrashReports {
 public:
  /// In this folder.
  explicit CrashReports(std::string folder) noexcept : folder_(std::move(folder)) {}

  /// Complete lines that go to the engine, that come from it.
  void to_engine(std::string_view lines);
  void from_engine(std::string_view lines) { said_.add(lines); }
  /// Another engine is started.
  void forget() noexcept;

  /// Writes a report, and never over another. Returns its path; error: path and the system's reason.
  [[nodiscard]] Result<std::string> write(const session::EngineFailure& failure, const FailedEngine& engine);

 private:
  std::string folder_;
  LastLines told_;
  LastLines said_;
  std::string last_search_;  ///< the last `go`, which may be told long before the failure
};

}  // namespace polyglot::proxy
