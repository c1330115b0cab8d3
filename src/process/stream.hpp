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
    some,      ///< `bytes` of them
    none_yet,  ///< there is nothing to read, or no room
    end,       ///< the peer is gone; `error` is the reason unless it simply closed
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

/// A pipe that children do not inherit. Error: the system's reason.
[[nodiscard]] Result<Pipe> make_pipe();

/// For a descriptor that is ours alone.
void make_non_blocking(const os::Descriptor& descriptor) noexcept;

/// Bytes in a pipe that its reader has not read yet; 0 if the system does not tell. On Windows: accepted
/// bytes that have not reached the pipe yet.
[[nodiscard]] std::size_t unread_bytes(const os::Descriptor& pipe) noexcept;

/// A duplicate of a descriptor, which children do not inherit. Error: the system's reason.
[[nodiscard]] Result<os::Descriptor> duplicate(os::Handle handle);

/// A file, pipe or device to which lines are appended at once.
struct LogFile {
  os::Descriptor file;
  std::optional<std::size_t> size;  ///< bytes of a regular file; nothing if it is not one
};

/// Error: it cannot be written, or is a pipe without a reader.
[[nodiscard]] Result<LogFile> open_log_file(const std::string& path);

}  // namespace polyglot::process
