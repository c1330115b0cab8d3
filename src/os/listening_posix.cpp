// SPDX-License-Identifier: MIT
#include <sys/socket.h>

#include <polyglot/os/listening.hpp>

namespace polyglot::os {

void prepare_to_listen(Handle socket) noexcept {
  const int yes = 1;
  (void)::setsockopt(static_cast<int>(socket), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  keep_from_children(socket);
}

}  // namespace polyglot::os
