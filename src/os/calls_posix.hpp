// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <sys/types.h>
#include <type_traits>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/os/faults.hpp>

namespace polyglot::os {

/// Makes a system call that returns -1 on failure, and repeats it if a signal interrupts it. A test may make
/// it fail (FaultInjection).
template <class Make>
[[nodiscard]] std::invoke_result_t<Make> make_call(Call call, Make make) {
  if (const int error = fault_of(call).error; error != 0) {
    errno = error;
    return -1;
  }
  std::invoke_result_t<Make> result;
  do result = make();
  while (result == -1 && errno == EINTR);
  return result;
}

/// fstat(2) of an open file.
[[nodiscard]] inline int examine(int file, struct stat& status) {
  return make_call(Call::examine, [&] { return ::fstat(file, &status); });
}

/// Creates a file without a name in `folder`. Owns nothing if the file system has no such files; errno says
/// why. `access`: O_WRONLY or O_RDWR.
[[nodiscard]] inline Descriptor open_nameless(const std::string& folder, int access, mode_t mode) {
  return own(make_call(Call::open_nameless,
                       [&] { return ::open(folder.c_str(), O_TMPFILE | access | O_CLOEXEC, mode); }));
}

/// Makes a call that reads or writes up to `size` bytes. `make` gets the number of bytes that it may
/// transfer.
template <class Make>
[[nodiscard]] ssize_t transfer(Call call, std::size_t size, Make make) {
  const Fault fault = fault_of(call);
  if (fault.error != 0) {
    errno = fault.error;
    return -1;
  }
  ssize_t result = -1;
  do result = make(std::min(size, fault.most));
  while (result == -1 && errno == EINTR);
  return result;
}

}  // namespace polyglot::os
