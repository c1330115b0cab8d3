// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

struct TcpAddress {
  std::string host;  ///< a name, or a number without brackets
  std::string port;
};

/// For each address that a host has: for the second one to be tried within EngineStartTimeout.
inline constexpr std::chrono::seconds kConnectPatience{4};

/// Connects to one address of the host after the other; waits. What is sent goes at once, and a peer that is
/// dead is noticed. Error: why the last address cannot be reached.
[[nodiscard]] Result<os::Descriptor> connect_to(const TcpAddress& address);

/// Has the system end a connection whose peer does not answer any more, within about half a minute where it
/// can be told so, else within hours.
void notice_dead_peer(const os::Descriptor& socket) noexcept;

}  // namespace polyglot::process
