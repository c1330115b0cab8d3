// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <sys/types.h>
#include <thread>
#include <vector>

#include <polyglot/os/descriptor.hpp>

namespace polyglot::proxy::testing {

/// A server on this machine that gives each connection an engine of its own, or misbehaves.
class TcpServer {
 public:
  /// `engine`: the words of its command. If it is empty, the server accepts connections and stays silent.
  explicit TcpServer(std::vector<std::string> engine);
  ~TcpServer();
  TcpServer(const TcpServer&) = delete;
  TcpServer& operator=(const TcpServer&) = delete;

  /// "tcp://127.0.0.1:PORT".
  [[nodiscard]] std::string address() const;
  [[nodiscard]] std::size_t connections();

  /// Ends our half of the last connection; the engine lives, and may still read.
  void half_close();
  /// Cuts the last connection: its peer sees a reset.
  void cut();

 private:
  struct Client {
    os::Descriptor socket;
    pid_t engine;
  };

  void serve();

  std::vector<std::string> engine_;
  os::Descriptor listening_;
  std::mutex mutex_;
  std::vector<Client> clients_;
  std::thread thread_;
};

/// A port of this machine that takes no connection: it refuses each, or does not answer.
class DeadPort {
 public:
  enum class Kind { refuses, never_answers };
  explicit DeadPort(Kind kind);
  [[nodiscard]] std::string address() const;
  /// Begins to accept connections, and returns the first words of the one that speaks.
  [[nodiscard]] std::string accept();

 private:
  os::Descriptor socket_;
  std::vector<os::Descriptor> queue_;  ///< connections that nobody accepts
  os::Descriptor accepted_;
};

}  // namespace polyglot::proxy::testing
