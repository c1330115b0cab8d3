// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>

#include <polyglot/pgn/game_text.hpp>

namespace polyglot::builder {

/// Equal for games with the same start, moves, result and family names of the players. What collections spell
/// in different ways does not count: marks behind moves, first names, events and dates.
/// `moves` stands for the start and the first `played` moves; only what is behind them is taken as it is
/// written.
[[nodiscard]] std::uint64_t hash_of(const pgn::GameText& game, std::uint64_t moves,
                                    std::size_t played) noexcept;

/// Remembers games by their hashes. Of equal games only the first in the input is new, whichever thread
/// comes to which first.
///
/// Keeps to its memory: once that is full of games, further ones are compared with those alone.
class Duplicates {
 public:
  Duplicates(std::size_t bytes, const std::atomic<bool>& stop);

  /// For each hash of the chunk of this number, whether it is new. Waits for the chunks before; what it
  /// returns once the run is stopped means nothing.
  [[nodiscard]] std::vector<bool> are_new(std::uint64_t number, std::span<const std::uint64_t> hashes);

 private:
  const std::atomic<bool>& stop_;
  std::mutex mutex_;
  std::condition_variable turn_changed_;
  std::uint64_t turn_ = 0;
  boost::unordered_flat_set<std::uint64_t> known_;
  std::size_t most_games_;
};

}  // namespace polyglot::builder
