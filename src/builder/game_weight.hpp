#pragma once

#include <array>
#include <cstdint>

#include <polyglot/builder/weights.hpp>
#include <polyglot/pgn/game_text.hpp>

namespace polyglot::builder {

/// What the moves of White and Black in a game count, in units of 1 / kUnit.
[[nodiscard]] std::array<std::uint32_t, 2> weights_of(const GameWeights& weights, const pgn::GameText& game);

}  // namespace polyglot::builder
