// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/os/descriptor.hpp>

namespace polyglot::os {

/// Prepares a socket that a library has opened, before it is bound. Then the address of a server that has
/// ended is free at once, and two servers cannot have one address. Programs that we start later do not
/// inherit the socket.
void prepare_to_listen(Handle socket) noexcept;

}  // namespace polyglot::os
