// SPDX-License-Identifier: MIT
// Boost.Asio closes what it has opened, but makes sockets that children inherit, and has no option
// SO_EXCLUSIVEADDRUSE. Boost.Nowide has the texts of Windows, but not its long paths.
#include <polyglot/os/descriptor.hpp>

#if defined(_WIN32)
#include <windows.h>
#include <winsock2.h>

#include <boost/nowide/convert.hpp>

#include "os/long_path.hpp"
#else
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace polyglot::os {

#if defined(_WIN32)

void Descriptor::reset(NativeHandle handle) noexcept {
  if (*this) ::CloseHandle(handle_);
  handle_ = handle;
}

void keep_from_children(std::intptr_t handle) noexcept {
  (void)::SetHandleInformation(reinterpret_cast<HANDLE>(handle), HANDLE_FLAG_INHERIT, 0);
}

/// SO_REUSEADDR is not set: on Windows it lets other programs take an address that is in use, and an address
/// is free without it as soon as its socket is closed.
void prepare_to_listen(std::intptr_t socket) noexcept {
  const int yes = 1;
  (void)::setsockopt(static_cast<SOCKET>(socket), SOL_SOCKET, SO_EXCLUSIVEADDRUSE,
                     reinterpret_cast<const char*>(&yes), sizeof yes);
  keep_from_children(socket);
}

Descriptor duplicate_of(void* handle) noexcept {
  HANDLE copy = nullptr;
  const HANDLE self = ::GetCurrentProcess();
  ::DuplicateHandle(self, handle, self, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS);
  return own(copy);
}

/// GetFileType() reports a socket as a pipe, too.
bool is_pipe(void* handle) noexcept {
  return ::GetNamedPipeInfo(handle, nullptr, nullptr, nullptr, nullptr) != 0;
}

std::wstring native_path(const std::string& path) {
  constexpr std::size_t kShortFolder = 248;  // CreateDirectoryW adds a name of 8.3 to the limit of 260
  std::wstring wide = boost::nowide::widen(path);
  if (wide.size() < kShortFolder || wide.starts_with(kLong)) return wide;
  const DWORD size = ::GetFullPathNameW(wide.c_str(), 0, nullptr, nullptr);
  std::wstring full(size, L'\0');
  full.resize(::GetFullPathNameW(wide.c_str(), size, full.data(), nullptr));
  if (full.empty()) return wide;
  if (full.starts_with(L"\\\\")) return std::wstring(kLongUnc) + full.substr(2);
  return std::wstring(kLong) + full;
}

std::string plain_path(std::wstring_view native) {
  if (native.starts_with(kLongUnc)) return "\\\\" + boost::nowide::narrow(native.substr(kLongUnc.size()));
  return boost::nowide::narrow(native.starts_with(kLong) ? native.substr(kLong.size()) : native);
}

#else

void Descriptor::reset(NativeHandle handle) noexcept {
  if (*this) ::close(handle_);
  handle_ = handle;
}

void keep_from_children(std::intptr_t handle) noexcept {
  (void)::fcntl(static_cast<int>(handle), F_SETFD, FD_CLOEXEC);
}

void prepare_to_listen(std::intptr_t socket) noexcept {
  const int yes = 1;
  (void)::setsockopt(static_cast<int>(socket), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  keep_from_children(socket);
}

#endif

}  // namespace polyglot::os
