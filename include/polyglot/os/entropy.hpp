// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace polyglot::os {

/// Fills `bytes`, at most 256, with random bytes that nobody can guess. Returns false if the system has none.
[[nodiscard]] bool fill_with_entropy(std::span<std::byte> bytes) noexcept;

}  // namespace polyglot::os
