// SPDX-License-Identifier: MIT
#include "proxy/tcp_server.hpp"
#include <arpa/inet.h>
#include <csignal>
#include <netinet/in.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace polyglot::proxy::testing {
namespace {

os::Descriptor bound_socket() {
  os::Descriptor socket = os::own(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in here{};
  here.sin_family = AF_INET;
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::bind(socket.native(), reinterpret_cast<sockaddr*>(&here), sizeof here) != 0)
    throw std::runtime_error("bind");
  return socket;
}

sockaddr_in name_of(const os::Descriptor& socket) {
  sockaddr_in name{};
  socklen_t size = sizeof name;
  ::getsockname(socket.native(), reinterpret_cast<sockaddr*>(&name), &size);
  return name;
}

std::string address_of(const os::Descriptor& socket) {
  return "tcp://127.0.0.1:" + std::to_string(ntohs(name_of(socket).sin_port));
}

}  // namespace

TcpServer::TcpServer(std::vector<std::string> engine)
    : engine_(std::move(engine)), listening_(bound_socket()) {
  ::listen(listening_.native(), 8);
  thread_ = std::thread([this] { serve(); });
}

TcpServer::~TcpServer() {
  ::shutdown(listening_.native(), SHUT_RDWR);
  thread_.join();
  for (const Client& client : clients_) {
    if (client.engine <= 0) continue;
    ::kill(client.engine, SIGKILL);
    ::waitpid(client.engine, nullptr, 0);
  }
}

std::string TcpServer::address() const {
  return address_of(listening_);
}

void TcpServer::serve() {
  for (;;) {
    os::Descriptor socket = os::own(::accept4(listening_.native(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!socket) return;
    const std::scoped_lock lock(mutex_);  // the engine may speak before it is among the clients
    pid_t engine = 0;
    if (!engine_.empty()) {
      std::vector<char*> words;
      for (std::string& word : engine_) words.push_back(word.data());
      words.push_back(nullptr);
      posix_spawn_file_actions_t actions{};
      ::posix_spawn_file_actions_init(&actions);
      for (const int stream : {STDIN_FILENO, STDOUT_FILENO})
        ::posix_spawn_file_actions_adddup2(&actions, socket.native(), stream);
      ::posix_spawn(&engine, words.front(), &actions, nullptr, words.data(), ::environ);
      ::posix_spawn_file_actions_destroy(&actions);
    }
    clients_.push_back({std::move(socket), engine});
  }
}

std::size_t TcpServer::connections() {
  const std::scoped_lock lock(mutex_);
  return clients_.size();
}

void TcpServer::half_close() {
  const std::scoped_lock lock(mutex_);
  ::shutdown(clients_.back().socket.native(), SHUT_WR);
}

void TcpServer::cut() {
  const std::scoped_lock lock(mutex_);
  Client& client = clients_.back();
  ::kill(client.engine, SIGKILL);
  ::waitpid(std::exchange(client.engine, 0), nullptr, 0);
  const linger reset{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(client.socket.native(), SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
  client.socket.reset();
}

DeadPort::DeadPort(Kind kind) : socket_(bound_socket()) {
  if (kind == Kind::refuses) return;
  // The queue of connections is full, so the system drops further ones.
  ::listen(socket_.native(), 0);
  const sockaddr_in there = name_of(socket_);
  for (int i = 0; i < 3; ++i) {
    queue_.push_back(os::own(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)));
    (void)::connect(queue_.back().native(), reinterpret_cast<const sockaddr*>(&there), sizeof there);
  }
}

/// The system asks for a connection again one and three seconds after the first time.
std::string DeadPort::accept() {
  queue_.clear();  // these say nothing
  const timeval limit{.tv_sec = 10, .tv_usec = 0};
  ::setsockopt(socket_.native(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  do {
    accepted_ = os::own(::accept4(socket_.native(), nullptr, nullptr, SOCK_CLOEXEC));
    std::string said(100, ' ');
    const auto size = ::recv(accepted_.native(), said.data(), said.size(), 0);
    if (size > 0) return said.substr(0, static_cast<std::size_t>(size));
  } while (accepted_);
  return {};
}

std::string DeadPort::address() const {
  return address_of(socket_);
}

}  // namespace polyglot::proxy::testing
