#pragma once

#include <cstddef>
#include <cstdint>

#include <polyglot/pgn/game_text.hpp>

namespace polyglot::builder {

/// Equal for games with the same start, moves, result and family names of the players. What collections spell
/// in different ways does not count: marks behind moves, first names, events and dates.
/// `moves` stands for the start and the first `played` moves; only what is behind them is taken as it is
/// written.
[[nodiscard]] std::uint64_t hash_of(const pgn::GameText& game, std::uint64_t moves,
                                    std::size_t played) noexcept;

}  // namespace polyglot::builder
