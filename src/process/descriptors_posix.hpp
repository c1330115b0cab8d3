// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

/// Descriptors of our own, which children do not get.
namespace polyglot::process {

/// Two sockets, each at the other end of the other. What is sent in one piece comes as one. Error: the
/// system's reason.
struct SocketPair {
  os::Descriptor ours;
  os::Descriptor theirs;
};
[[nodiscard]] Result<SocketPair> make_socket_pair();

/// A pipe or terminal opened again, so that others do not share how it blocks. Owns nothing where the system
/// or another user does not allow that. `access`: O_RDONLY or O_WRONLY.
[[nodiscard]] os::Descriptor reopen(int fd, int access);

}  // namespace polyglot::process
