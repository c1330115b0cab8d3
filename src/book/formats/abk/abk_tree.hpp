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

/// A move in a position of an Arena book, collected over all places in the tree.
struct AbkMove {
  chess::Key key = 0;
  chess::Move move;
  std::uint8_t priority = 0;  ///< the highest priority of all places
  std::uint32_t nodes = 0;    ///< number of places in the tree
  std::int64_t games = 0;     ///< sum over all places, as are `won` and `lost`
  std::int64_t won = 0;       ///< games won by White
  std::int64_t lost = 0;
};

/// The tree of an Arena book, played from the start position.
struct AbkTree {
  std::vector<AbkMove> moves;    ///< sorted by key; moves of one position in the order of the tree
  std::uint64_t damaged = 0;     ///< records that could not be used
  std::optional<Error> first{};  ///< the problem of the first damaged record
  std::uint64_t odd = 0;         ///< records with numbers that Arena does not write
  std::string first_odd{};       ///< the place of the first odd record
};

/// Plays all lines of the tree. Deleted moves are skipped, with all replies to them. A record is damaged if
/// it has no legal move, leads outside the file, or leads to a record that was read already. It is skipped in
/// the same way. A record with odd numbers is used.
[[nodiscard]] AbkTree read_abk_tree(const AbkFile& file);

}  // namespace polyglot::book
