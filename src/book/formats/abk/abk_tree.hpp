// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/result.hpp>

#include "book/formats/abk/abk_file.hpp"

namespace polyglot::book {

/// A move in a position of an Arena book, wherever in the tree it occurs.
struct AbkMove {
  chess::Key key = 0;
  chess::Move move;
  std::uint8_t priority = 0;  ///< the highest one
  std::uint32_t nodes = 0;    ///< in how many places of the tree
  std::int64_t games = 0;     ///< in all of them, and so on
  std::int64_t won = 0;       ///< by White
  std::int64_t lost = 0;
};

/// The tree of an Arena book, played from the start position.
struct AbkTree {
  std::vector<AbkMove> moves;    ///< by key; those of a position in the order of the tree
  std::uint64_t damaged = 0;     ///< records that could not be used
  std::optional<Error> first{};  ///< what is wrong with the first of them
  std::uint64_t odd = 0;         ///< records with numbers that Arena does not write
  std::string first_odd{};       ///< where the first of them is
};

/// Plays all lines of the tree. Deleted moves are passed over, and so is what lies below them; a record that
/// has no legal move or leads outside of the file or round in a circle is damaged, and passed over likewise.
/// Of one with odd numbers the move counts.
[[nodiscard]] AbkTree read_abk_tree(const AbkFile& file);

}  // namespace polyglot::book
