// SPDX-License-Identifier: MIT
#include <winsock2.h>
#include <algorithm>
#include <array>
#include <memory>
#include <mstcpip.h>
#include <mutex>
#include <utility>
#include <ws2tcpip.h>

#include <polyglot/os/descriptor_win32.hpp>
#include <polyglot/os/error_win32.hpp>

#include "process/tcp_socket.hpp"
#include "process/wire_win32.hpp"

namespace polyglot::process {
namespace {

class Socket final : public Wire {
 public:
  explicit Socket(const addrinfo& address) noexcept
      : socket_(::WSASocketW(address.ai_family, address.ai_socktype, address.ai_protocol, nullptr, 0,
                             WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT)) {}
  ~Socket() override { ::closesocket(socket_); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  /// Returns 0 if the socket is connected within kConnectPatience, otherwise an error of the system.
  [[nodiscard]] int connect(const addrinfo& address) const noexcept {
    if (socket_ == INVALID_SOCKET) return ::WSAGetLastError();
    set_waiting(false);
    if (::connect(socket_, address.ai_addr, static_cast<int>(address.ai_addrlen)) != 0) {
      if (const int error = ::WSAGetLastError(); error != WSAEWOULDBLOCK) return error;
      WSAPOLLFD connected{socket_, POLLOUT, 0};
      const auto patience = std::chrono::milliseconds(kConnectPatience).count();
      const int ready = ::WSAPoll(&connected, 1, static_cast<INT>(patience));
      if (ready <= 0) return ready == 0 ? WSAETIMEDOUT : ::WSAGetLastError();
      int error = 0;
      int size = sizeof error;
      ::getsockopt(socket_, SOL_SOCKET, SO_ERROR, reinterpret_cast<char*>(&error), &size);
      if (error != 0) return error;
    }
    set_waiting(true);
    set(IPPROTO_TCP, TCP_NODELAY, 1);
    notice_dead_peer();
    return 0;
  }

  /// Waits for bytes or for cancel(). recv() would miss a cancel() that comes just before it.
  Moved read(std::span<char> room) noexcept override {
    WSABUF buffer{static_cast<ULONG>(room.size()), room.data()};
    WSAOVERLAPPED call{};
    call.hEvent = handle_of(received_);
    DWORD flags = 0;
    if (::WSARecv(socket_, &buffer, 1, nullptr, &flags, &call, nullptr) != 0 &&
        ::WSAGetLastError() != WSA_IO_PENDING)
      return outcome_of(SOCKET_ERROR);
    const std::array events{handle_of(received_), handle_of(cancelled_)};
    if (::WaitForMultipleObjects(static_cast<DWORD>(events.size()), events.data(), FALSE, INFINITE) !=
        WAIT_OBJECT_0)
      ::CancelIoEx(reinterpret_cast<HANDLE>(socket_), &call);
    DWORD count = 0;
    const bool is_read = ::WSAGetOverlappedResult(socket_, &call, &count, TRUE, &flags) != 0;
    return outcome_of(is_read ? static_cast<int>(count) : SOCKET_ERROR);
  }
  Moved write(std::string_view text) noexcept override {
    const int count = ::send(socket_, text.data(), static_cast<int>(text.size()), 0);
    return outcome_of(count);
  }
  void cancel() noexcept override { ::SetEvent(handle_of(cancelled_)); }

 private:
  static Moved outcome_of(int count) noexcept {
    using enum Moved::Outcome;
    constexpr std::array kEnds{WSAECONNRESET,   WSAECONNABORTED, WSAENETRESET, WSAETIMEDOUT,
                               WSAEHOSTUNREACH, WSAENETUNREACH,  WSAESHUTDOWN};
    if (count > 0) return {some, static_cast<std::size_t>(count)};
    if (count == 0) return {end};
    const int error = ::WSAGetLastError();
    const bool is_end = std::ranges::find(kEnds, error) != kEnds.end();
    return {is_end ? end : failure, 0, {error, std::system_category()}};
  }

  void set_waiting(bool waits) const noexcept {
    u_long is_non_blocking = waits ? 0 : 1;
    ::ioctlsocket(socket_, static_cast<long>(FIONBIO), &is_non_blocking);
  }
  void set(int level, int option, int value) const noexcept {
    (void)::setsockopt(socket_, level, option, reinterpret_cast<const char*>(&value), sizeof value);
  }
  void notice_dead_peer() const noexcept {
    tcp_keepalive often{.onoff = 1, .keepalivetime = 10'000, .keepaliveinterval = 2'000};  // milliseconds
    DWORD unused = 0;
    ::WSAIoctl(socket_, SIO_KEEPALIVE_VALS, &often, sizeof often, nullptr, 0, &unused, nullptr, nullptr);
  }

  static os::Descriptor make_event() noexcept {
    return os::own(::CreateEventW(nullptr, TRUE, FALSE, nullptr));
  }

  SOCKET socket_;
  os::Descriptor received_ = make_event();
  os::Descriptor cancelled_ = make_event();
};

void start_sockets() {
  static std::once_flag started;
  std::call_once(started, [] {
    WSADATA unused{};
    (void)::WSAStartup(MAKEWORD(2, 2), &unused);
  });
}

std::string words(int error) {
  return error == WSAETIMEDOUT ? "no answer" : os::system_text({error, std::system_category()});
}

}  // namespace

Result<os::Descriptor> connect_to(const TcpAddress& address) {
  start_sockets();
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int failure = ::getaddrinfo(address.host.c_str(), address.port.c_str(), &wanted, &found);
      failure != 0)
    return Error{words(failure)};
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> list(found,
                                                            [](addrinfo* all) { ::freeaddrinfo(all); });
  int failure = 0;
  for (const addrinfo* next = found; next != nullptr; next = next->ai_next) {
    auto socket = std::make_shared<Socket>(*next);
    failure = socket->connect(*next);
    if (failure == 0) return watch(std::move(socket), Way::both);
  }
  return Error{words(failure)};
}

}  // namespace polyglot::process
