// SPDX-License-Identifier: MIT
#include <cerrno>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <polyglot/os/descriptor_posix.hpp>
#include <polyglot/os/error_posix.hpp>

#include "process/stream.hpp"
#include "process/tcp_socket.hpp"

namespace polyglot::process {
namespace {

/// Returns 0 if the socket is connected within kConnectPatience, otherwise an errno.
int connect_socket(const os::Descriptor& socket, const addrinfo& address) {
  if (::connect(number_of(socket), address.ai_addr, address.ai_addrlen) == 0) return 0;
  if (errno != EINPROGRESS) return errno;
  pollfd connected{number_of(socket), POLLOUT, 0};
  const auto patience = std::chrono::milliseconds(kConnectPatience).count();
  const int ready = ::poll(&connected, 1, static_cast<int>(patience));
  if (ready <= 0) return ready == 0 ? ETIMEDOUT : errno;
  int error = 0;
  socklen_t size = sizeof error;
  return ::getsockopt(number_of(socket), SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

/// Makes the system end a connection whose peer no longer answers, within about half a minute.
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

}  // namespace

Result<os::Descriptor> connect_to(const TcpAddress& address) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int failure = ::getaddrinfo(address.host.c_str(), address.port.c_str(), &wanted, &found);
      failure != 0)
    return Error{::gai_strerror(failure)};
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> list(found, &::freeaddrinfo);
  int failure = 0;
  for (const addrinfo* next = found; next != nullptr; next = next->ai_next) {
    os::Descriptor socket = os::own(::socket(next->ai_family, next->ai_socktype, next->ai_protocol));
    if (!socket) {
      failure = errno;
      continue;
    }
    os::keep_from_children(socket.handle());
    make_non_blocking(socket);
    failure = connect_socket(socket, *next);
    if (failure != 0) continue;
    const int at_once = 1;
    (void)::setsockopt(number_of(socket), IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
    notice_dead_peer(socket);
    return socket;
  }
  return Error{failure == ETIMEDOUT ? "no answer" : os::system_text(failure)};
}

}  // namespace polyglot::process
