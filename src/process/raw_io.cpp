// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cerrno>

#include <boost/asio/error.hpp>

#include <polyglot/os/error.hpp>

#include "process/raw_io.hpp"
#if defined(_WIN32)
#include <windows.h>
#include <winternl.h>
#else
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace polyglot::process {

namespace asio = boost::asio;
using boost::system::error_code;

bool is_end_of_peer(const error_code& error) noexcept {
  static const std::array ends = {
    error_code(asio::error::eof),
    error_code(asio::error::broken_pipe),
    error_code(asio::error::connection_reset),
    error_code(asio::error::connection_aborted),
    error_code(asio::error::host_unreachable),
    error_code(asio::error::network_unreachable),
    error_code(asio::error::timed_out),
#if defined(_WIN32)
    error_code(ERROR_BROKEN_PIPE, boost::system::system_category()),
    error_code(ERROR_NO_DATA, boost::system::system_category()),
    error_code(ERROR_PIPE_NOT_CONNECTED, boost::system::system_category()),
#else
    error_code(EIO, boost::system::system_category()),  // the terminal is gone
#endif
  };
  return std::ranges::find(ends, error) != ends.end();
}

#if defined(_WIN32)

namespace {

error_code last_error() noexcept {
  return {static_cast<int>(::GetLastError()), boost::system::system_category()};
}

}  // namespace

bool has_no_peer(void* pipe) noexcept {
  constexpr auto kPipe = static_cast<FILE_INFORMATION_CLASS>(24);  // FilePipeLocalInformation
  constexpr ULONG kClosing = 4;                                    // FILE_PIPE_CLOSING_STATE
  struct {
    ULONG type, configuration, most, instances, inbound, readable, outbound, room, state, end;
  } information{};
  IO_STATUS_BLOCK status{};
  return ::NtQueryInformationFile(pipe, &status, &information, sizeof information, kPipe) == 0 &&
         information.state == kClosing;
}

std::size_t read_blocking(const os::Descriptor& from, std::span<char> room, error_code& error) noexcept {
  const HANDLE handle = handle_of(from);
  DWORD count = 0;
  for (;;) {
    ::SetLastError(ERROR_SUCCESS);
    const auto size = static_cast<DWORD>(room.size());
    const bool is_read = ::ReadFile(handle, room.data(), size, &count, nullptr) != 0;
    if (count > 0) return count;
    const error_code failure = last_error();
    const bool is_interrupted = failure.value() == ERROR_OPERATION_ABORTED;  // Ctrl-C in a console
    const bool is_empty_write = is_read && os::is_pipe(handle);              // the peer wrote 0 bytes
    if (is_interrupted || is_empty_write) continue;
    const bool is_end =
        failure.value() == ERROR_SUCCESS || failure.value() == ERROR_HANDLE_EOF || is_end_of_peer(failure);
    error = is_end ? error_code(asio::error::eof) : failure;
    return 0;
  }
}

std::size_t write_blocking(const os::Descriptor& to, std::string_view text, error_code& error) noexcept {
  DWORD count = 0;
  if (::WriteFile(handle_of(to), text.data(), static_cast<DWORD>(text.size()), &count, nullptr) == 0)
    error = last_error();
  return count;
}

std::size_t write_at_once(const os::Descriptor& to, std::string_view text, error_code& error) noexcept {
  return write_blocking(to, text, error);
}

Result<os::Descriptor> duplicate_standard_stream(int number) {
  constexpr std::array<DWORD, 3> kStandard = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
  os::Descriptor copy = os::duplicate_of(::GetStdHandle(kStandard.at(static_cast<std::size_t>(number))));
  if (!copy) return Error{"cannot use a standard stream: " + os::system_text(os::last_error())};
  return copy;
}

Result<LogFile> open_log_file(const std::string& path) {
  LogFile log{os::own(::CreateFileW(os::native_path(path).c_str(),
                                    FILE_APPEND_DATA | SYNCHRONIZE | FILE_READ_ATTRIBUTES, os::kShareAll,
                                    nullptr, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr)),
              {}};
  if (!log.file) return os::system_error("cannot write the log file", os::last_error(), path);
  LARGE_INTEGER size{};
  if (::GetFileType(handle_of(log.file)) == FILE_TYPE_DISK &&
      ::GetFileSizeEx(handle_of(log.file), &size) != 0)
    log.size = static_cast<std::size_t>(size.QuadPart);
  return log;
}
#else

namespace {

/// Makes a call again while signals interrupt it. Returns its result.
template <class Call>
ssize_t repeat(Call call) noexcept {
  ssize_t count = -1;
  do count = call();
  while (count < 0 && errno == EINTR);
  return count;
}

/// Others may have made a descriptor non-blocking. Returns true when it is ready.
bool waits_for(const os::Descriptor& descriptor, short events) noexcept {
  if (errno != EAGAIN) return false;
  pollfd ready{number_of(descriptor), events, 0};
  return repeat([&ready] { return ::poll(&ready, 1, -1); }) > 0;
}

error_code last_error() noexcept {
  return {errno, boost::system::system_category()};
}

}  // namespace

std::size_t read_blocking(const os::Descriptor& from, std::span<char> room, error_code& error) noexcept {
  ssize_t count = -1;
  do count = repeat([&] { return ::read(number_of(from), room.data(), room.size()); });
  while (count < 0 && waits_for(from, POLLIN));
  if (count > 0) return static_cast<std::size_t>(count);
  error = count == 0 || is_end_of_peer(last_error()) ? error_code(asio::error::eof) : last_error();
  return 0;
}

std::size_t write_blocking(const os::Descriptor& to, std::string_view text, error_code& error) noexcept {
  std::size_t count = write_at_once(to, text, error);
  while (count == 0 && !error && waits_for(to, POLLOUT)) count = write_at_once(to, text, error);
  return count;
}

std::size_t write_at_once(const os::Descriptor& to, std::string_view text, error_code& error) noexcept {
  const ssize_t count = repeat([&] { return ::write(number_of(to), text.data(), text.size()); });
  if (count < 0 && errno != EAGAIN) error = last_error();
  return count < 0 ? 0 : static_cast<std::size_t>(count);
}

Result<os::Descriptor> duplicate_standard_stream(int number) {
  constexpr int kBehindStandardStreams = 3;
  os::Descriptor copy = os::own(::fcntl(number, F_DUPFD_CLOEXEC, kBehindStandardStreams));
  if (!copy) return Error{"cannot use descriptor " + std::to_string(number) + ": " + os::system_text(errno)};
  return copy;
}

Result<LogFile> open_log_file(const std::string& path) {
  os::Descriptor file =
      os::own(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666));
  if (!file && errno == ENXIO) return Error{"cannot write the log file: the pipe has no reader", path};
  struct stat status {};
  if (!file || ::fstat(number_of(file), &status) != 0)
    return os::system_error("cannot write the log file", os::last_error(), path);
  LogFile log{std::move(file), {}};
  if (S_ISREG(status.st_mode)) log.size = static_cast<std::size_t>(status.st_size);
  return log;
}
#endif

}  // namespace polyglot::process
