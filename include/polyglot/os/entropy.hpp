// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace polyglot::os {

/// Fills `bytes`, at most 256, with random bytes that nobody can guess. False if the system cannot provide
/// any.
[[nodiscard]] bool fill_with_entropy(std::span<std::byte> bytes) noexcept;

}  // namespace polyglot::os
