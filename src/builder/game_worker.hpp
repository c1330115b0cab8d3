// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/builder/build.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_walk.hpp>

#include "builder/chunk_source.hpp"
#include "builder/chunk_worker.hpp"
#include "builder/duplicates.hpp"

namespace polyglot::builder {

/// Makes records out of chunks, one after another, in one thread.
class GameWorker final : private ChunkWorker {
 public:
  /// `duplicates`, if any, is shared by all workers.
  GameWorker(const Settings& settings, Duplicates* duplicates)
      : ChunkWorker(settings), duplicates_(duplicates) {}

  /// Valid until the next call.
  [[nodiscard]] ChunkResult& work(const InputChunk& chunk);

 private:
  /// Where the records of a game begin, to take them back if it is a duplicate.
  struct GameMark {
    std::size_t first_record;
    std::uint64_t plies;
  };

  void collect(const pgn::GameText& game) override;
  [[nodiscard]] GameEnd add_records(const pgn::GameText& game);
  [[nodiscard]] GameEnd add_variant_records(const pgn::GameText& game);
  void add_to_hash(chess::Key key, std::uint16_t move) noexcept;
  void mark(const pgn::GameText& game, std::size_t first_record, std::uint64_t plies);
  void drop_duplicates(std::uint64_t number);

  Duplicates* duplicates_;
  std::vector<GameMark> marks_;
  std::vector<std::uint64_t> hashes_;
  std::uint64_t moves_hash_ = 0;  ///< of the start and the moves played in the game at hand
};

}  // namespace polyglot::builder
