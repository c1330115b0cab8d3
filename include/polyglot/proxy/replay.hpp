// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>

#include <polyglot/result.hpp>

namespace polyglot::proxy {

/// Where a session that is told the same again says something else.
struct ReplayDifference {
  std::size_t line = 0;                ///< of the log, from 1; behind its last line if the log ends too early
  std::optional<std::string> log;      ///< what the log has there, with its mark; nothing: it ends
  std::optional<std::string> session;  ///< what the session says, likewise; nothing: it says nothing
};

struct Replayed {
  std::size_t sessions = 0;
  std::size_t first_line = 0;  ///< of the first session; what stands before has no beginning
  std::string version;         ///< of the Polyglot that wrote the log, if it is another one
  std::optional<ReplayDifference> difference;
};

/// Tells a session, with no engine and no GUI, what the log of option Log says that it was told, and compares
/// what it says with the log, up to the first difference. Books are read where they were, for which the
/// program's current folder and the environment variables in names of files are set as the session had them,
/// and as they are now. Nothing is saved, and what the session learned is learned in copies. The sessions of
/// a file are replayed one after the other. What follows where a session turned Log off is not looked at.
/// Source: docs/play.md, "replay". Error: why the log cannot be replayed, with its line.
[[nodiscard]] Result<Replayed> replay(std::istream& log);

}  // namespace polyglot::proxy
