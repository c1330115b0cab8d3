// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

/// The direction of a line, with its mark in the log.
enum class Direction : std::uint8_t {
  to_engine,    ///< `>`  written to the engine's stdin
  from_engine,  ///< `<`  read from the engine's stdout
  to_gui,       ///< `>>` written to our stdout
  from_gui,     ///< `<<` read from our stdin
  engine_error  ///< `<!` read from the engine's stderr
};

/// Returns the three characters before the text of a line in the log.
[[nodiscard]] std::string_view mark_of(Direction direction) noexcept;

/// The log of the lines between GUI, Polyglot and engine. Each line has a stamp of local time in
/// microseconds. Their differences are exact, because they follow a steady clock. All lines of a block have
/// one stamp.
///
///     2026-05-01 12:00:00.123456 << isready
///     2026-05-01 12:00:00.123470 >  isready
///     2026-05-01 12:00:00.123600 *  a note
///     2026-05-01 12:00:00.123700 !  an error
///
/// One write appends each line at once. Therefore a crash loses nothing, and two processes that share a file
/// do not mix parts of lines. The log never waits: it omits lines for which a pipe or terminal has no room,
/// and counts them when it continues. A closed log costs only one inlined test. It never writes to stdout or
/// stderr. Not thread-safe.
class TrafficLog {
 public:
  static constexpr std::size_t kKeptFiles = 3;
  static constexpr std::string_view kNote = "*  ";
  static constexpr std::string_view kError = "!  ";

  /// Appends to `path` from now on; our process id replaces `%p` in it. An open log is closed first, even if
  /// the new one fails. Before the file exceeds `max_bytes` (0: no limit), it is renamed and a new one
  /// begins. The last `kept_files` are kept as NAME.1, NAME.2 … (the extension follows the number). Processes
  /// must not share a file that rotates, because each would rename it: use `%p`. Error: the file cannot be
  /// written, is a pipe without a reader, or does not begin like text (a book); the log is closed then.
  Result<void> open(std::string_view path, std::size_t max_bytes = 0, std::size_t kept_files = kKeptFiles);
  void close() noexcept;
  [[nodiscard]] bool is_open() const noexcept { return static_cast<bool>(file_); }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }  ///< with `%p` replaced

  /// Logs each line of `block`, without '\r' at its end.
  void traffic(Direction direction, std::string_view block) {
    if (is_open()) log_block(mark_of(direction), block);
  }
  void note(std::string_view text) {
    if (is_open()) log_text(kNote, text);
  }
  void error(std::string_view text) {
    if (is_open()) log_text(kError, text);
  }

  /// Returns once why the log has closed itself (disk full, …); nothing if it has not.
  [[nodiscard]] std::optional<Error> take_failure() noexcept;

 private:
  void log_block(std::string_view mark, std::string_view block);
  void log_text(std::string_view mark, std::string_view text);
  void log_line(std::string_view mark, std::string_view text);
  void append(std::string_view mark, std::string_view text);
  [[nodiscard]] Result<void> open_file();
  [[nodiscard]] Result<void> rotate();
  [[nodiscard]] bool write_out();
  void fail(Error error);

  os::Descriptor file_;
  std::string path_;
  std::size_t max_bytes_ = 0;  ///< 0: the file is never rotated
  std::size_t kept_files_ = 0;
  std::size_t size_ = 0;       ///< bytes in the file
  std::string unwritten_;      ///< whole lines, except that the first may be partly written
  std::uint64_t missing_ = 0;  ///< lines omitted since the last one written
  std::chrono::steady_clock::time_point stamped_;
  std::chrono::milliseconds wall_offset_{0};  ///< from the steady clock to the time of day when the log was
                                              ///< opened
  std::time_t stamped_second_ = -1;           ///< the second in stamp_
  std::array<char, 20> stamp_ = {};           ///< "2026-05-01 12:00:00"
  std::optional<Error> failure_;
};

}  // namespace polyglot::process
