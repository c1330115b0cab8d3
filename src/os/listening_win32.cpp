// SPDX-License-Identifier: MIT
#include <winsock2.h>

#include <polyglot/os/listening.hpp>

namespace polyglot::os {

/// SO_REUSEADDR is not set: on Windows it lets other programs take an address that is in use, and an address
/// is free without it as soon as its socket is closed.
void prepare_to_listen(Handle socket) noexcept {
  const int yes = 1;
  (void)::setsockopt(static_cast<SOCKET>(socket), SOL_SOCKET, SO_EXCLUSIVEADDRUSE,
                     reinterpret_cast<const char*>(&yes), sizeof yes);
  keep_from_children(socket);
}

}  // namespace polyglot::os
