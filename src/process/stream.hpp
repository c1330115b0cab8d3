// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/process/line_channel.hpp>
#include <polyglot/result.hpp>

/// Single system calls on a pipe, terminal, socket, file or device.
namespace polyglot::process {

struct Moved {
  enum class Outcome : std::uint8_t {
    some,      ///< `bytes` were read or written
    none_yet,  ///< nothing can be read or written yet
    end,       ///< the peer is gone; `error` says why unless it closed its end
    failure,   ///< `error` says why
  };

  Outcome outcome = Outcome::none_yet;
  std::size_t bytes = 0;
  std::error_code error = {};
};

[[nodiscard]] Moved read_some(const os::Descriptor& from, std::span<char> room) noexcept;
[[nodiscard]] Moved write_some(const os::Descriptor& to, LineWriter::Mode mode,
                               std::string_view text) noexcept;

struct Pipe {
  os::Descriptor read;
  os::Descriptor write;
};

/// Makes a pipe that children do not inherit. Error: the system's reason.
[[nodiscard]] Result<Pipe> make_pipe();

/// Do not call it for a descriptor that we share with others.
void make_non_blocking(const os::Descriptor& descriptor) noexcept;

/// Returns the bytes in a pipe that its reader has not read yet; 0 if unknown. On Windows, it returns the
/// accepted bytes that have not reached the pipe yet.
[[nodiscard]] std::size_t unread_bytes(const os::Descriptor& pipe) noexcept;

/// Duplicates a descriptor. Children do not inherit the duplicate. Error: the system's reason.
[[nodiscard]] Result<os::Descriptor> duplicate(os::Handle handle);

/// A file, pipe or device to which we append lines without waiting.
struct LogFile {
  os::Descriptor file;
  std::optional<std::size_t> size;  ///< bytes of a regular file; nothing if it is not one
};

/// Opens a log file. Error: we cannot write it, or it is a pipe without a reader.
[[nodiscard]] Result<LogFile> open_log_file(const std::string& path);

}  // namespace polyglot::process
