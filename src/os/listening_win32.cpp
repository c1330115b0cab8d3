// SPDX-License-Identifier: MIT
#include <winsock2.h>

#include <polyglot/os/listening.hpp>

namespace polyglot::os {

/// Here SO_REUSEADDR lets others have an address that is in use, and an old one is free without it.
void prepare_to_listen(Handle socket) noexcept {
  const int yes = 1;
  (void)::setsockopt(static_cast<SOCKET>(socket), SOL_SOCKET, SO_EXCLUSIVEADDRUSE,
                     reinterpret_cast<const char*>(&yes), sizeof yes);
  keep_from_children(socket);
}

}  // namespace polyglot::os
