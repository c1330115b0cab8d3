// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

/// A file, pipe or device to which lines are added, at once and at its end.
struct LogFile {
  os::Descriptor file;
  std::optional<std::size_t> size;  ///< bytes that a regular file has; nothing: it is none
};

/// Error: it cannot be written, or is a pipe that nobody reads.
[[nodiscard]] Result<LogFile> open_log_file(const std::string& path);

}  // namespace polyglot::process
