// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/os/atomic_file.hpp>

#include "tools/file_kinds.hpp"

namespace polyglot::tools {

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
