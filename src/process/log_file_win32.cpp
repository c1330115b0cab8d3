// SPDX-License-Identifier: MIT
#include <windows.h>
#include <utility>

#include <polyglot/os/descriptor_win32.hpp>
#include <polyglot/os/error_win32.hpp>
#include <polyglot/os/text_win32.hpp>

#include "process/log_file.hpp"

namespace polyglot::process {

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
