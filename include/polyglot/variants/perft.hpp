// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <polyglot/variants/position.hpp>

namespace polyglot::variants {

/// How many ways there are to play `depth` legal moves from `position`; 1 for a depth of 0 or less. A game
/// that has ended has none.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

}  // namespace polyglot::variants
