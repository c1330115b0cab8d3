// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <istream>
#include <streambuf>

#include <polyglot/os/streams.hpp>

namespace polyglot::tools {

/// Makes an input a stream, without the byte order mark of editors. failure() reports why the stream ended,
/// because the stream itself does not.
class InputStream final : private std::streambuf, public std::istream {
 public:
  /// Waiting for bytes ends when a signal handler sets `*stop`, which may be null.
  explicit InputStream(os::Input input, const std::atomic<bool>* stop = nullptr);

  [[nodiscard]] const std::string& name() const noexcept { return input_.name(); }
  [[nodiscard]] const std::optional<Error>& failure() const noexcept { return failure_; }
  /// False if reading the next line may have to wait.
  [[nodiscard]] bool has_line() const { return std::find(gptr(), egptr(), '\n') != egptr(); }

 private:
  int underflow() override;
  /// Reads into the block, after its first `held` bytes; returns 0 at the end and on failure.
  [[nodiscard]] std::size_t read_behind(std::size_t held);

  os::Input input_;
  const std::atomic<bool>* stop_;
  std::optional<Error> failure_;
  std::array<char, 65536> block_;
};

using LineSink = std::function<void(std::string_view line, std::size_t number)>;

/// Reads a file, or standard input for "-". Calls `line` for each line, with its number from 1, without `\n`
/// or `\r\n`. Skips blank lines, but counts them. Calls `pause` at the end, and before each read that may
/// have to wait: a program may need answers before it writes more. A Failure of `line` gets the place of the
/// line. Failure: also if the file cannot be read.
void read_lines(const std::string& path, const LineSink& line, const std::function<void()>& pause = nullptr);

}  // namespace polyglot::tools
