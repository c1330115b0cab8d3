// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

/// A file, pipe or device to which lines are appended at once.
struct LogFile {
  os::Descriptor file;
  std::optional<std::size_t> size;  ///< bytes of a regular file; nothing if it is not one
};

/// Error: it cannot be written, or is a pipe without a reader.
[[nodiscard]] Result<LogFile> open_log_file(const std::string& path);

}  // namespace polyglot::process
