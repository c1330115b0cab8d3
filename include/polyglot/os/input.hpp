// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <system_error>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

namespace polyglot::os {

/// What an input is called in messages: its path, or "standard input" if that is "-".
[[nodiscard]] std::string input_name(const std::string& path);

/// Reads a file, a pipe or standard input from its start to its end.
class Input {
 public:
  /// "-" is standard input, which stays open. A pipe that nobody writes to yet is not waited for here.
  /// Error: it cannot be opened, or is a folder.
  [[nodiscard]] static Result<Input> open(const std::string& path);

  /// See input_name().
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// Bytes of a regular file when it was opened; nothing for what has no end that is known.
  [[nodiscard]] std::optional<std::uint64_t> size() const noexcept { return size_; }

  /// The bytes that come next, at least one: how many of them are in `room`, 0 at the end. Waits for them,
  /// but not longer than `*stop` (may be null) is false, which a signal handler may set.
  /// Error: they cannot be read, or reading was interrupted.
  [[nodiscard]] Result<std::size_t> read(std::span<char> room, const std::atomic<bool>* stop = nullptr);

 private:
  Input(Descriptor file, std::string name, std::optional<std::uint64_t> size) noexcept
      : file_(std::move(file)), name_(std::move(name)), size_(size) {}

  [[nodiscard]] bool wait_for_bytes(const std::atomic<bool>* stop) const;

  Descriptor file_;
  std::string name_;
  std::optional<std::uint64_t> size_;
};

/// Where standard input can be opened as a file, any number of times.
extern const char* const kStandardInputFile;

/// Makes standard input a file whose bytes can be read in any order: what comes on a pipe goes to one that
/// has no name. Error: it cannot be read, or is a terminal.
[[nodiscard]] Result<void> make_standard_input_a_file();

/// Reads a whole file into `text`. Error: the system's, file_too_large for one of more than `most` bytes.
[[nodiscard]] std::error_code read_file(const std::string& path, std::string& text, std::size_t most);

}  // namespace polyglot::os
