// SPDX-License-Identifier: MIT
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <utility>

#include <polyglot/os/descriptor_posix.hpp>
#include <polyglot/os/error_posix.hpp>

#include "process/log_file.hpp"

namespace polyglot::process {

Result<LogFile> open_log_file(const std::string& path) {
  os::Descriptor file =
      os::own(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666));
  if (!file && errno == ENXIO) return Error{"cannot write the log file: the pipe has no reader", path};
  struct stat status {};
  if (!file || ::fstat(number_of(file), &status) != 0)
    return os::system_error("cannot write the log file", errno, path);
  LogFile log{std::move(file), {}};
  if (S_ISREG(status.st_mode)) log.size = static_cast<std::size_t>(status.st_size);
  return log;
}

}  // namespace polyglot::process
