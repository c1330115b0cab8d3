// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

struct TcpAddress {
  std::string host;  ///< a name, or an address without brackets
  std::string port;
};

/// The time limit for each address of a host. It leaves time for a second one within EngineStartTimeout.
inline constexpr std::chrono::seconds kConnectPatience{4};

/// Connects to the first address of the host that answers; blocks. The socket sends without delay, and
/// notices a dead peer. Error: why the last address did not answer.
[[nodiscard]] Result<os::Descriptor> connect_to(const TcpAddress& address);

}  // namespace polyglot::process
