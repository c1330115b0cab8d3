// SPDX-License-Identifier: MIT
#pragma once

#include <boost/unordered/unordered_flat_set.hpp>

#include <polyglot/pgn/game_text.hpp>

#include "builder/threads.hpp"

namespace polyglot::builder {

/// A hash that is equal for games with the same start, moves, result and family names of the players. It
/// ignores what collections write differently: marks after moves, first names, events and dates.
/// `moves` is the hash of the start and the first `played` moves. Only later moves are taken as they are
/// written.
[[nodiscard]] std::uint64_t hash_of(const pgn::GameText& game, std::uint64_t moves,
                                    std::size_t played) noexcept;

/// Remembers games by their hashes. Of equal games only the first in the input is new, whatever thread reads
/// which game first.
///
/// When its memory is full, later games are only compared with the remembered ones.
class Duplicates {
 public:
  explicit Duplicates(std::size_t bytes);

  /// Returns for each hash of the chunk with this number whether it is new. Waits for the earlier chunks.
  /// After fail(), the result has no use.
  [[nodiscard]] std::vector<bool> are_new(std::uint64_t number, std::span<const std::uint64_t> hashes);
  /// Ends all waits, because a thread has failed and its chunk does not come.
  void fail() { turns_.fail(); }

 private:
  Turns turns_;
  boost::unordered_flat_set<std::uint64_t> known_;
  std::size_t most_games_;
};

}  // namespace polyglot::builder
