// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/counts/counts_file.hpp>
#include <polyglot/pgn/game_text.hpp>
#include <polyglot/result.hpp>

#include "builder/block.hpp"
#include "builder/run_file.hpp"

namespace polyglot::builder {

/// Appends what is kept of a game to bytes for KeptGames. `date`: YYYYMMDD, or 0.
void put_kept_game(const pgn::GameText& game, counts::GamePlace place, std::uint32_t date, std::string& out);

/// The tags of all games, on their way to a file of counts. What does not fit into memory goes to a file.
class KeptGames {
 public:
  /// `memory`: bytes that are kept in it.
  KeptGames(std::size_t memory, std::string folder) : memory_(memory), folder_(std::move(folder)) {}

  /// Takes games as put_kept_game() writes them. May be called from several threads.
  void add(std::string_view games);
  [[nodiscard]] bool is_full() const noexcept { return bytes_ >= memory_; }
  /// No other thread may call anything meanwhile. Error: that of the temporary file.
  [[nodiscard]] Result<void> make_room();
  /// Passes all games to `take`, in the order in which files of counts have them. Error: that of the
  /// temporary file or of `take`.
  [[nodiscard]] Result<void> read(const std::function<Result<void>(const counts::ShownGame&)>& take) const;

 private:
  [[nodiscard]] Result<std::string> bytes_of(std::size_t share) const;

  std::size_t memory_;
  std::string folder_;
  std::mutex mutex_;
  std::vector<BasicBlock<char>> blocks_;
  std::atomic<std::size_t> bytes_ = 0;  ///< of the blocks
  std::optional<BasicRunFile<char>> runs_;
};

}  // namespace polyglot::builder
