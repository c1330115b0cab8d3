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
  std::size_t line = 0;  ///< line number in the log, from 1; after the last line if the log ends too early
  std::optional<std::string> log;      ///< the line of the log, with its mark; nothing: the log ends
  std::optional<std::string> session;  ///< the line of the session, with its mark; nothing: it writes no line
};

struct Replayed {
  std::size_t sessions = 0;
  std::size_t first_line = 0;  ///< where the first session begins; earlier lines belong to none
  std::string version;         ///< the Polyglot that wrote the log, if it is another version; otherwise empty
  std::optional<ReplayDifference> difference;
};

/// Replays the sessions of a log (option Log) one after the other, without engine and GUI. Each session gets
/// the logged events. Its output is compared with the log, up to the first difference. Nothing is compared
/// after a session has turned Log off. Books are read from their logged places, with their present contents.
/// For that, this sets the program's working directory, and the environment variables in names of files, to
/// those of the session. It saves nothing, and learns in copies. Error: why the log cannot be replayed, with
/// its line. Source: docs/play.md, "replay".
[[nodiscard]] Result<Replayed> replay(std::istream& log);

}  // namespace polyglot::proxy
