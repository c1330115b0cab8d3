#pragma once

#include <cstdint>

#include <polyglot/pgn/game_text.hpp>

namespace polyglot::builder {

/// Equal for games that are one and the same: start, moves, result and the players' family names. What
/// collections spell in different ways does not count: marks behind moves, first names, events and dates.
[[nodiscard]] std::uint64_t hash_of(const pgn::GameText& game) noexcept;

}  // namespace polyglot::builder
