// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <boost/system/error_code.hpp>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

/// Reads and writes of the system, for streams that Asio cannot wait for and for the log.
namespace polyglot::process {

/// Reads once, and waits for it. Returns the number of bytes. `error` is boost::asio::error::eof at the end,
/// also if the terminal or the peer is gone.
[[nodiscard]] std::size_t read_blocking(const os::Descriptor& from, std::span<char> room,
                                        boost::system::error_code& error) noexcept;
/// Writes once, and waits for it. Returns the number of bytes.
[[nodiscard]] std::size_t write_blocking(const os::Descriptor& to, std::string_view text,
                                         boost::system::error_code& error) noexcept;

/// Writes once without waiting, to a file or to a pipe that is non-blocking. Returns the number of bytes, 0
/// if there is no room.
[[nodiscard]] std::size_t write_at_once(const os::Descriptor& to, std::string_view text,
                                        boost::system::error_code& error) noexcept;

/// Whether an error only says that the peer is gone.
[[nodiscard]] bool is_end_of_peer(const boost::system::error_code& error) noexcept;

#if defined(_WIN32)
/// How often a coroutine looks whether a pipe still has a peer: Windows reports that to nobody who waits.
inline constexpr std::chrono::milliseconds kLookAtPeer{250};
/// Whether the other end of a pipe is closed. It waits while another thread reads or writes the same handle
/// without overlapped calls.
[[nodiscard]] bool has_no_peer(void* pipe) noexcept;
#endif

/// Duplicates a standard stream (0 to 2), so that a closed channel does not close it. Children do not inherit
/// the duplicate. Error: the system's reason.
[[nodiscard]] Result<os::Descriptor> duplicate_standard_stream(int number);

/// A file, pipe or device to which we append lines without waiting.
struct LogFile {
  os::Descriptor file;
  std::optional<std::size_t> size;  ///< bytes of a regular file; nothing if it is not one
};

/// Opens a log file. Error: we cannot write it, or it is a pipe without a reader.
[[nodiscard]] Result<LogFile> open_log_file(const std::string& path);

}  // namespace polyglot::process
