// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>

#include "book/crafty_file.hpp"

namespace polyglot::book {

/// A legal move and the record that a book has for it.
struct CraftyHit {
  chess::Move move;
  std::size_t place = 0;  ///< of the record in its cluster
  CraftyRecord record;
};

/// The cluster in which a position's records are, with those of other positions.
[[nodiscard]] std::size_t crafty_cluster_of(const chess::Position& position) noexcept;
/// The moves of a position that `records` have, in their order.
[[nodiscard]] std::vector<CraftyHit> find_crafty_moves(const chess::Position& position,
                                                       std::span<const CraftyRecord> records);

}  // namespace polyglot::book
