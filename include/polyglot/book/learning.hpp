#pragma once

#include <cstdint>

namespace polyglot::book {

/// What a weight becomes when the game results stored beside it are believed, in thousandths: a move that
/// has scored half its points keeps its weight, ten wins of ten games make it 6 times as heavy as that.
///
/// `games` n and `points` s (half points, the mover's view) are the record's learn fields; more than two half
/// points a game count as all won. Source: docs/book-format.md, "Learn fields".
[[nodiscard]] std::uint64_t learned_weight(std::uint16_t weight, std::uint16_t games,
                                           std::uint16_t points) noexcept;

}  // namespace polyglot::book
