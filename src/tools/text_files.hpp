// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <istream>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/input.hpp>
#include <polyglot/result.hpp>

namespace polyglot::tools {

/// An input as a stream, without the byte order mark that editors leave. It forgets why it came to its end.
class InputStream final : private std::streambuf, public std::istream {
 public:
  explicit InputStream(os::Input input);

  [[nodiscard]] const std::string& name() const noexcept { return input_.name(); }
  /// Why reading failed, if it did.
  [[nodiscard]] const std::optional<Error>& failure() const noexcept { return failure_; }
  /// False if the next line may have to be waited for.
  [[nodiscard]] bool has_line() const { return std::find(gptr(), egptr(), '\n') != egptr(); }

 private:
  int underflow() override;
  /// Reads to the block, behind so many bytes of it; none at the end and on failure.
  [[nodiscard]] std::size_t read_behind(std::size_t held);

  os::Input input_;
  std::optional<Error> failure_;
  std::array<char, 65536> block_;
};

using LineSink = std::function<Result<void>(std::string_view line, std::size_t number)>;

/// Reads a file, or standard input for "-", and passes on its lines, numbered from 1, without their ends,
/// `\n` or `\r\n`. Where more may have to be waited for, and at the end, `pause` is called, if there is one:
/// somebody may wait for answers before going on. Error: what either of them returns, that of a line with its
/// place, or the system's reason.
[[nodiscard]] Result<void> read_lines(const std::string& path, const LineSink& line,
                                      const std::function<Result<void>()>& pause = nullptr);

/// Error: the output is one of the files that are read, which it would replace by something else.
[[nodiscard]] Result<void> check_is_none_of(const std::vector<std::string>& inputs,
                                            const std::string& output);

/// Where a tool's text goes: a file that appears complete or not at all, or standard output. Buffered.
class Output {
 public:
  /// An empty path or "-" is standard output.
  [[nodiscard]] static Result<Output> open(const std::string& path);

  [[nodiscard]] Result<void> put(std::string_view text);
  /// Writes what is left and gives the file its name. Call it last.
  [[nodiscard]] Result<void> commit();

 private:
  explicit Output(std::optional<os::AtomicFile> file) : file_(std::move(file)) {}

  [[nodiscard]] Result<void> flush();

  std::optional<os::AtomicFile> file_;
  std::string waiting_;
};

}  // namespace polyglot::tools
