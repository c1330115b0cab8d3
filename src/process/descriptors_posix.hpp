// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

/// Descriptors that children do not inherit.
namespace polyglot::process {

/// Two connected sockets. A message sent in one piece arrives in one piece. Error: the system's reason.
struct SocketPair {
  os::Descriptor ours;
  os::Descriptor theirs;
};
[[nodiscard]] Result<SocketPair> make_socket_pair();

/// Opens a pipe or terminal again, so that we do not share its blocking mode. The result owns nothing if the
/// system or the permissions forbid it. `access`: O_RDONLY or O_WRONLY.
[[nodiscard]] os::Descriptor reopen(int fd, int access);

}  // namespace polyglot::process
