// SPDX-License-Identifier: MIT
#include <windows.h>
#include <utility>

#include <polyglot/os/descriptor_win32.hpp>
#include <polyglot/os/error_win32.hpp>
#include <polyglot/os/text_win32.hpp>

#include "process/wire_win32.hpp"

namespace polyglot::process {

Moved read_some(const os::Descriptor& from, std::span<char> room) noexcept {
  if (Watched* const watched = watched_of(from)) return watched->read(room);
  return read_handle(handle_of(from), room);
}

Moved write_some(const os::Descriptor& to, LineWriter::Mode /*mode*/, std::string_view text) noexcept {
  if (Watched* const watched = watched_of(to)) return watched->write(text);
  return write_handle(handle_of(to), text);
}

Result<Pipe> make_plain_pipe() {
  constexpr DWORD kBytes = 64UL * 1024;
  HANDLE read = nullptr;
  HANDLE write = nullptr;
  if (::CreatePipe(&read, &write, nullptr, kBytes) == 0)
    return Error{"cannot create a pipe: " + os::system_text(os::last_error())};
  return Pipe{os::own(read), os::own(write)};
}

Result<Pipe> make_pipe() {
  auto pipe = make_plain_pipe();
  if (!pipe) return pipe.error();
  return Pipe{watch(make_wire(std::move(pipe->read)), Way::in),
              watch(make_wire(std::move(pipe->write)), Way::out)};
}

/// Descriptors need no non-blocking mode, because threads wait for their bytes.
void make_non_blocking(const os::Descriptor& /*descriptor*/) noexcept {}

std::size_t unread_bytes(const os::Descriptor& pipe) noexcept {
  const Watched* const watched = watched_of(pipe);
  return watched == nullptr ? 0 : watched->unwritten();
}

Result<os::Descriptor> duplicate(os::Handle handle) {
  if (const auto* const object = os::object_of(handle))
    return static_cast<const Watched*>(object)->duplicate();
  os::Descriptor copy = os::duplicate_of(reinterpret_cast<HANDLE>(static_cast<std::intptr_t>(handle)));
  if (!copy) return Error{os::system_text(os::last_error())};
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

}  // namespace polyglot::process
