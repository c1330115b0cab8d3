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

/// Which way a line went, with its mark in the log.
enum class Direction : std::uint8_t {
  to_engine,    ///< `>`  written to the engine's stdin
  from_engine,  ///< `<`  read from the engine's stdout
  to_gui,       ///< `>>` written to our stdout
  from_gui,     ///< `<<` read from our stdin
  engine_error  ///< `<!` read from the engine's stderr
};

/// What stands before its text in the log: three characters.
[[nodiscard]] std::string_view mark_of(Direction direction) noexcept;

/// The log of what went to and fro: a line for each, stamped in microseconds of local time, by a clock that
/// is never set: what is between two stamps has passed. The lines of a block have one stamp.
///
///     2026-05-01 12:00:00.123456 << isready
///     2026-05-01 12:00:00.123470 >  isready
///     2026-05-01 12:00:00.123600 *  a note
///     2026-05-01 12:00:00.123700 !  an error
///
/// Each line reaches the system in one appending write at once: nothing is lost in a crash, and two
/// processes that share a file tear none. It never waits: what the reader of a pipe or a terminal has no room
/// for is left out, and counted where the log goes on. Costs nothing while closed: one inlined test.
/// It never writes to stdout or stderr; not thread-safe.
class TrafficLog {
 public:
  static constexpr std::size_t kKeptFiles = 3;
  static constexpr std::string_view kNote = "*  ";
  static constexpr std::string_view kError = "!  ";

  /// Appends to `path` from now on; `%p` in it becomes our process id. A log open before is closed first,
  /// even if the new one fails. When the file would exceed `max_bytes` it is renamed and begun anew; 0: no
  /// limit. The last `kept_files` are kept as NAME.1, NAME.2 … (the extension behind the number). Processes
  /// that share a rotating file may rename it in turn: give them `%p`. Error: the file cannot be written, is
  /// a pipe that nobody reads, or begins as no text does (a book); the log is then closed.
  Result<void> open(std::string_view path, std::size_t max_bytes = 0, std::size_t kept_files = kKeptFiles);
  void close() noexcept;
  [[nodiscard]] bool is_open() const noexcept { return static_cast<bool>(file_); }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }  ///< `%p` replaced

  /// Each line of `block` on its own, '\r' at the end dropped.
  void traffic(Direction direction, std::string_view block) {
    if (is_open()) log_block(mark_of(direction), block);
  }
  void note(std::string_view text) {
    if (is_open()) log_text(kNote, text);
  }
  void error(std::string_view text) {
    if (is_open()) log_text(kError, text);
  }

  /// The time that the last block, note or error was stamped with; of an open log.
  [[nodiscard]] std::chrono::steady_clock::time_point stamped() const noexcept { return stamped_; }

  /// Why the log closed itself (disk full, …), once.
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
  std::size_t max_bytes_ = 0;  ///< 0: it is never rotated
  std::size_t kept_files_ = 0;
  std::size_t size_ = 0;       ///< bytes in the file
  std::string unwritten_;      ///< whole lines, but for the first of them perhaps
  std::uint64_t missing_ = 0;  ///< lines left out since the last that was not
  std::chrono::steady_clock::time_point stamped_;
  std::chrono::milliseconds wall_offset_{0};  ///< from that clock to the time of day when the log was opened
  std::time_t stamped_second_ = -1;           ///< what stamp_ says
  std::array<char, 20> stamp_ = {};           ///< "2026-05-01 12:00:00"
  std::optional<Error> failure_;
};

}  // namespace polyglot::process
