// SPDX-License-Identifier: MIT
#include <string>
#include <utility>

#include <polyglot/os/error.hpp>

#include "process/pipe.hpp"
#if defined(_WIN32)
#include <windows.h>
#include <atomic>

#include <fmt/format.h>
#else
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>
#endif

namespace polyglot::process {

#if defined(_WIN32)

/// Asio's own pipes have two overlapped ends. Programs read and write theirs without that. Ours is the
/// client's end, which learns that the other end has closed.
Result<Pipe> make_pipe(const boost::asio::any_io_executor& executor, PipeUse use) {
  constexpr DWORD kBytes = 64UL * 1024;
  static std::atomic<unsigned> number = 0;
  const std::string name = fmt::format(R"(\\.\pipe\polyglot-{}-{})", ::GetCurrentProcessId(), ++number);
  const bool reads = use == PipeUse::we_read;
  const DWORD direction = reads ? PIPE_ACCESS_OUTBOUND : PIPE_ACCESS_INBOUND;
  os::Descriptor theirs = os::own(::CreateNamedPipeA(name.c_str(), direction | FILE_FLAG_FIRST_PIPE_INSTANCE,
                                                     PIPE_TYPE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS,
                                                     1, kBytes, kBytes, 0, nullptr));
  os::Descriptor ours;
  if (theirs)
    ours = os::own(::CreateFileA(name.c_str(), reads ? GENERIC_READ : GENERIC_WRITE | FILE_READ_ATTRIBUTES, 0,
                                 nullptr, OPEN_EXISTING, FILE_FLAG_OVERLAPPED, nullptr));
  if (!ours) return Error{"cannot create a pipe: " + os::system_text(os::last_error())};
  PipeEnd end(executor, handle_of(ours));
  (void)ours.release();
  return Pipe{std::move(end), std::move(theirs)};
}

PipeEnd::native_handle_type native_handle_of(const os::Descriptor& descriptor) noexcept {
  return handle_of(descriptor);
}
#else

Result<Pipe> make_pipe(const boost::asio::any_io_executor& executor, PipeUse use) {
  int ends[2];
  if (::pipe(ends) != 0) return Error{"cannot create a pipe: " + os::system_text(errno)};
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  const bool reads = use == PipeUse::we_read;
  os::Descriptor ours = os::own(ends[reads ? 0 : 1]);
  os::Descriptor theirs = os::own(ends[reads ? 1 : 0]);
  PipeEnd end(executor, number_of(ours));
  (void)ours.release();
  return Pipe{std::move(end), std::move(theirs)};
}

PipeEnd::native_handle_type native_handle_of(const os::Descriptor& descriptor) noexcept {
  return number_of(descriptor);
}
#endif

}  // namespace polyglot::process
