// SPDX-License-Identifier: MIT
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <polyglot/os/descriptor_posix.hpp>

#include "process/tcp_socket.hpp"

namespace polyglot::process {

void notice_dead_peer(const os::Descriptor& socket) noexcept {
  const auto set = [&socket](int level, int option, int value) {
    (void)::setsockopt(number_of(socket), level, option, &value, sizeof value);
  };
  set(SOL_SOCKET, SO_KEEPALIVE, 1);
  set(IPPROTO_TCP, TCP_KEEPIDLE, 10);         // seconds
  set(IPPROTO_TCP, TCP_KEEPINTVL, 5);         // seconds
  set(IPPROTO_TCP, TCP_KEEPCNT, 4);           // probes
  set(IPPROTO_TCP, TCP_USER_TIMEOUT, 30000);  // milliseconds that sent data may stay unacknowledged
}

}  // namespace polyglot::process
