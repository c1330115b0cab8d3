// SPDX-License-Identifier: MIT
#include <sys/socket.h>

#include <polyglot/os/descriptor_posix.hpp>

#include "process/tcp_socket.hpp"

namespace polyglot::process {

void notice_dead_peer(const os::Descriptor& socket) noexcept {
  const int yes = 1;
  (void)::setsockopt(number_of(socket), SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes);
}

}  // namespace polyglot::process
