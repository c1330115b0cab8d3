// SPDX-License-Identifier: MIT
#include <windows.h>
#include <bcrypt.h>

#include <polyglot/os/entropy.hpp>

#include "os/calls_win32.hpp"

namespace polyglot::os {

bool fill_with_entropy(std::span<std::byte> bytes) noexcept {
  return make_call(Call::entropy, [&] {
    return ::BCryptGenRandom(nullptr, reinterpret_cast<PUCHAR>(bytes.data()),
                             static_cast<ULONG>(bytes.size()), BCRYPT_USE_SYSTEM_PREFERRED_RNG) == 0;
  });
}

}  // namespace polyglot::os
