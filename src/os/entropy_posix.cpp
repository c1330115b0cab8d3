// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <polyglot/os/entropy.hpp>

#include "os/calls_posix.hpp"

namespace polyglot::os {

bool fill_with_entropy(std::span<std::byte> bytes) noexcept {
  return make_call(Call::entropy, [&] { return ::getentropy(bytes.data(), bytes.size()); }) == 0;
}

}  // namespace polyglot::os
