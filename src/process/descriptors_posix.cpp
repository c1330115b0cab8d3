// SPDX-License-Identifier: MIT
#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>

#include <polyglot/os/descriptor_posix.hpp>
#include <polyglot/os/error_posix.hpp>

#include "process/descriptors_posix.hpp"
#include "process/stream.hpp"

namespace polyglot::process {
namespace {

os::Descriptor keep(int number) {
  os::keep_from_children(os::Handle{number});
  return os::own(number);
}

}  // namespace

Result<Pipe> make_pipe() {
  int ends[2];
  if (::pipe(ends) != 0) return Error{"cannot create a pipe: " + os::system_text(errno)};
  return Pipe{keep(ends[0]), keep(ends[1])};
}

Result<SocketPair> make_socket_pair() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
    return Error{"cannot create a socket pair: " + os::system_text(errno)};
  return SocketPair{keep(ends[0]), keep(ends[1])};
}

/// Only Linux can open a pipe or terminal again by its number.
os::Descriptor reopen(int /*fd*/, int /*access*/) {
  return {};
}

}  // namespace polyglot::process
