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

/// The limit for each address of a host, so that a second one can be tried within EngineStartTimeout.
inline constexpr std::chrono::seconds kConnectPatience{4};

/// Tries the addresses of the host one after the other; blocks. The socket sends without delay, and notices a
/// dead peer. Error: why the last address cannot be reached.
[[nodiscard]] Result<os::Descriptor> connect_to(const TcpAddress& address);

/// Makes the system end a connection whose peer no longer answers: within about half a minute if the system
/// has a setting for that, otherwise within hours.
void notice_dead_peer(const os::Descriptor& socket) noexcept;

}  // namespace polyglot::process
