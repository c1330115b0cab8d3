// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <istream>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/book_format.hpp>
#include <polyglot/config/command_line.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/streams.hpp>
#include <polyglot/result.hpp>

namespace polyglot::tools {

using book::FileKind;
using book::kind_of_file;

/// Failure: the file is a book, games or a configuration, and not wanted; with a hint what to do with it.
void check_kind(const std::string& path, std::initializer_list<FileKind> wanted);
void check_kind(const std::string& path, FileKind kind, std::initializer_list<FileKind> wanted);

/// The hint about a file that was given as the configuration: its kind and the command for it. Empty unless
/// it is a book or a PGN file.
[[nodiscard]] std::string use_of_other_kind(const std::string& path);

/// Loads a configuration. Failure: it cannot be used; names the real kind of the file.
[[nodiscard]] config::Configuration load_configuration(const config::CommandLine& command_line);

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

/// Failure: the output is one of the input files, which would be replaced, or a file of another kind.
void check_output(const std::vector<std::string>& inputs, const std::string& output, FileKind kind);

/// Copies a file that will be changed to its name with `ending`, if it exists, and adds a message to `notes`.
/// Failure: a file of the new name is no book.
void back_up(const std::string& path, std::string& notes, std::string_view ending = "~");

/// The buffered output for a tool's text: a file that appears completely or not at all, or standard output.
class Output {
 public:
  /// An empty path or "-" is standard output. Call check_output() first.
  explicit Output(const std::string& path);

  void put(std::string_view text);
  /// Writes the rest and gives the file its name. Call it last.
  void commit();

 private:
  void flush();

  std::optional<os::AtomicFile> file_;
  std::string waiting_;
};

}  // namespace polyglot::tools
