// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace polyglot::os {

/// Fills `bytes` with what nobody can guess. False if the system has nothing of that kind. At most 256 bytes.
[[nodiscard]] bool fill_with_entropy(std::span<std::byte> bytes) noexcept;

}  // namespace polyglot::os
