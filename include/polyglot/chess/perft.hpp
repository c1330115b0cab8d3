// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <polyglot/chess/position.hpp>

namespace polyglot::chess {

/// How many ways there are to play `depth` legal moves from `position`: the measure by which move generators
/// are compared. The last ply is counted without being played. 1 for a depth of 0 or less.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

}  // namespace polyglot::chess
