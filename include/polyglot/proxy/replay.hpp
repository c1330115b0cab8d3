// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>

#include <polyglot/result.hpp>

namespace polyglot::proxy {

/// The first place where a replayed session differs from its log.
struct ReplayDifference {
  std::size_t line = 0;                ///< of the log, from 1; after its last line if the log ends too early
  std::optional<std::string> log;      ///< the line of the log, with its mark; nothing: the log ends
  std::optional<std::string> session;  ///< the line of the session, with its mark; nothing: it writes no line
};

struct Replayed {
  std::size_t sessions = 0;
  std::size_t first_line = 0;  ///< of the first session; the lines before have no beginning of a session
  std::string version;         ///< of the Polyglot that wrote the log, if it is another version
  std::optional<ReplayDifference> difference;
};

/// Replays the sessions of a log (option Log) one after the other, without engine and GUI. It gives each
/// session the logged events, and compares its output with the log, up to the first difference. It reads the
/// books from their places of that time, with their present contents: for that it sets this program's working
/// directory, and the environment variables in names of files, to those of the session. It saves nothing, and
/// learns in copies. It does not compare what follows after a session has turned Log off. Source:
/// docs/play.md, "replay". Error: why the log cannot be replayed, with its line.
[[nodiscard]] Result<Replayed> replay(std::istream& log);

}  // namespace polyglot::proxy
