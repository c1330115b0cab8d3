// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/counts/counts_file.hpp>
#include <polyglot/pgn/game_text.hpp>
#include <polyglot/result.hpp>

#include "builder/block.hpp"
#include "builder/run_file.hpp"

namespace polyglot::builder {

/// Appends what is kept of a game to bytes for KeptGames. `date`: YYYYMMDD, or 0.
void put_kept_game(const pgn::GameText& game, counts::GamePlace place, std::uint32_t date, std::string& out);

/// Collects the tags of all games for a file of counts. A temporary file takes what does not fit into memory.
class KeptGames {
 public:
  /// `memory`: maximum bytes of games in memory.
  KeptGames(std::size_t memory, std::string folder) : memory_(memory), folder_(std::move(folder)) {}

  /// Takes the games of the chunk with this number, as put_kept_game() writes them. Several threads may call
  /// it in any order. Numbers added before make_room() must be lower than those added after it.
  void add(std::uint64_t number, std::string_view games);
  [[nodiscard]] bool is_full() const noexcept { return bytes_ >= memory_; }
  /// No other thread may call a function at the same time. Error: that of the temporary file.
  [[nodiscard]] Result<void> make_room();
  /// Passes all games to `take`, in the order in which files of counts have them. Error: that of the
  /// temporary file or of `take`.
  [[nodiscard]] Result<void> read(const std::function<Result<void>(const counts::ShownGame&)>& take) const;

 private:
  std::size_t memory_;
  std::string folder_;
  std::mutex mutex_;
  std::map<std::uint64_t, BasicBlock<char>> blocks_;  ///< by number: in the order of the games
  std::atomic<std::size_t> bytes_ = 0;                ///< of the blocks
  std::optional<BasicRunFile<char>> runs_;
};

}  // namespace polyglot::builder
