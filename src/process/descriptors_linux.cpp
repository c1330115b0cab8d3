// SPDX-License-Identifier: MIT
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

#include <polyglot/os/descriptor_posix.hpp>
#include <polyglot/os/error_posix.hpp>

#include "process/descriptors_posix.hpp"
#include "process/stream.hpp"

namespace polyglot::process {

Result<Pipe> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return Error{"cannot create a pipe: " + os::system_text(errno)};
  return Pipe{os::own(ends[0]), os::own(ends[1])};
}

Result<SocketPair> make_socket_pair() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return Error{"cannot create a socket pair: " + os::system_text(errno)};
  return SocketPair{os::own(ends[0]), os::own(ends[1])};
}

/// Opens a descriptor again. Do not call it for a file: its position would start at 0.
os::Descriptor reopen(int fd, int access) {
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  return os::own(::open(link.c_str(), access | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
}

}  // namespace polyglot::process
