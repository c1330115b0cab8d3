// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

namespace polyglot::proxy {

/// The direction of a line, with its mark in the log.
enum class Direction : std::uint8_t {
  to_engine,    ///< `>`  written to the engine's stdin
  from_engine,  ///< `<`  read from the engine's stdout
  to_gui,       ///< `>>` written to our stdout
  from_gui,     ///< `<<` read from our stdin
  engine_error  ///< `<!` read from the engine's stderr
};

/// The log of the lines between GUI, Polyglot and engine. Each line has a stamp of local time in
/// microseconds. All lines of a block have one stamp.
///
///     2026-05-01 12:00:00.123456 << isready
///     2026-05-01 12:00:00.123470 >  isready
///     2026-05-01 12:00:00.123600 *  a note
///     2026-05-01 12:00:00.123700 !  an error
///
/// One write appends each block at once. Therefore a crash loses nothing, and two processes that share a file
/// do not mix parts of lines. The log never waits: it ends if a pipe or terminal has no room. A closed log
/// costs only one inlined test. It never writes to stdout or stderr. Not thread-safe.
class TrafficLog {
 public:
  static constexpr std::size_t kKeptFiles = 3;

  /// Appends to `path` from now on; our process id replaces `%p` in it. An open log is closed first, even if
  /// the new one fails. Before the file exceeds `max_bytes` (0: no limit), it is renamed and a new one
  /// begins. The last `kept_files` are kept as NAME.1, NAME.2 … (the extension follows the number). Processes
  /// must not share a file that rotates, because each would rename it: use `%p`. Error: the file cannot be
  /// written, or is a pipe without a reader; the log is closed then.
  Result<void> open(std::string_view path, std::size_t max_bytes = 0, std::size_t kept_files = kKeptFiles);
  void close() noexcept { file_.reset(); }
  [[nodiscard]] bool is_open() const noexcept { return static_cast<bool>(file_); }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }  ///< with `%p` replaced

  /// Logs each line of `block`, without '\r' at its end.
  void traffic(Direction direction, std::string_view block) {
    if (is_open() && !block.empty()) log(static_cast<std::size_t>(direction), block);
  }
  void note(std::string_view text) {
    if (is_open()) log(kNote, text);
  }
  void error(std::string_view text) {
    if (is_open()) log(kError, text);
  }

  /// Returns once why the log has closed itself (disk full, …); nothing if it has not.
  [[nodiscard]] std::optional<Error> take_failure() noexcept;

 private:
  static constexpr std::size_t kNote = 5;
  static constexpr std::size_t kError = 6;

  /// `mark`: a Direction, kNote or kError.
  void log(std::size_t mark, std::string_view block);
  [[nodiscard]] Result<void> open_file();
  [[nodiscard]] Result<void> rotate();

  os::Descriptor file_;
  std::string path_;
  std::size_t max_bytes_ = 0;  ///< 0: the file is never rotated
  std::size_t kept_files_ = 0;
  std::size_t size_ = 0;  ///< bytes in the file
  std::optional<Error> failure_;
};

}  // namespace polyglot::proxy
