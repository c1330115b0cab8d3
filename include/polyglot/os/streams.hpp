// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

namespace polyglot::os {

/// Returns the name of an input for messages: its path, or "standard input" for "-".
[[nodiscard]] std::string input_name(const std::string& path);

/// Reads a file, a pipe or standard input from its start to its end. Not thread-safe.
class Input {
 public:
  /// Opens a file, or standard input for "-", which stays open. A pipe without a writer does not block this
  /// call. Error: it cannot be opened, or is a folder.
  [[nodiscard]] static Result<Input> open(const std::string& path);

  /// Returns the name for messages, see input_name().
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// Returns the size in bytes that a regular file had when it was opened; nothing for a pipe or a terminal.
  [[nodiscard]] std::optional<std::uint64_t> size() const noexcept { return size_; }

  /// Reads the next bytes, at least one, into `room` and returns their number; 0 at the end. Waits for bytes
  /// until a signal handler sets `*stop`; `stop` may be null. Error: they cannot be read, or `*stop` was set.
  [[nodiscard]] Result<std::size_t> read(std::span<char> room, const std::atomic<bool>* stop = nullptr);

 private:
  Input(Descriptor file, std::string name, std::optional<std::uint64_t> size) noexcept
      : file_(std::move(file)), name_(std::move(name)), size_(size) {}

  Descriptor file_;
  std::string name_;
  std::optional<std::uint64_t> size_;
};

/// Reads the next bytes, at least one, and returns their number; 0 at the end. Waits for them, even if others
/// have made the open file non-blocking. Returns nothing if `*stop` is set, or after a failure, see
/// last_error().
[[nodiscard]] std::optional<std::size_t> wait_and_read(const Descriptor& file, std::span<char> room,
                                                       const std::atomic<bool>* stop = nullptr);
/// Writes a part of `text`, and returns the number of bytes. Waits for room. Returns nothing after a failure.
[[nodiscard]] std::optional<std::size_t> wait_and_write(const Descriptor& file, std::string_view text);

/// Reads a whole file into `text`. Returns the system's error, file_too_large if the file has more than
/// `most` bytes, or an error with a text of its own for a pipe or socket, which could keep us waiting.
[[nodiscard]] std::error_code read_file(const std::string& path, std::string& text, std::size_t most);

/// Returns the next line of standard input, without its end; nothing after the last one.
[[nodiscard]] std::optional<std::string> read_input_line();

/// The path by which standard input can be opened as a file, any number of times.
extern const char* const kStandardInputFile;

/// Makes standard input a file whose bytes can be read in any order. For that, the bytes of a pipe are copied
/// to a file without a name. Error: it cannot be read, or is a terminal.
[[nodiscard]] Result<void> make_standard_input_a_file();

[[nodiscard]] bool is_terminal(StandardStream stream) noexcept;

/// Returns true if a path means standard output: "-", or the system's name for it.
[[nodiscard]] bool is_standard_output(std::string_view path) noexcept;

/// Writes to standard output at once, after everything that was printed before. Error: the system's reason.
[[nodiscard]] Result<void> write_output(std::string_view text);

/// Records that nobody reads standard output any more.
void note_lost_reader() noexcept;

/// Ends this program without a message after note_lost_reader(), as in
/// `polyglot dump-book book.bin --format csv | head`. On POSIX systems it ends by SIGPIPE, like the system's
/// own programs (exit code 141 in a shell); on Windows with exit code 1. Otherwise returns.
void end_without_reader() noexcept;

}  // namespace polyglot::os
