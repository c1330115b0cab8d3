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

#include "builder/block.hpp"
#include "builder/chunk_source.hpp"
#include "builder/compiled_filter.hpp"
#include "builder/duplicates.hpp"

namespace polyglot::builder {

/// What a chunk of games gave.
struct ChunkResult {
  Counts counts;
  std::vector<Problem> problems;
  std::vector<Record> records;  ///< in the order of the games
};

/// As it stands in problems.
[[nodiscard]] std::string input_name(const Settings& settings, std::size_t input);

/// Makes records out of chunks, one after another, in one thread.
class GameWorker {
 public:
  /// `duplicates`, if any, is shared by all workers.
  GameWorker(const Settings& settings, Duplicates* duplicates)
      : settings_(settings), filter_(settings.filter), duplicates_(duplicates) {}

  /// Valid until the next call.
  [[nodiscard]] ChunkResult& work(const InputChunk& chunk);

 private:
  /// Where the records of a game begin, to take them back if it is a duplicate.
  struct GameMark {
    std::size_t first_record;
    std::uint64_t plies;
  };

  /// Where and why a game was played no further.
  struct GameEnd {
    pgn::WalkStop stop;
    std::size_t plies;
    std::string_view where;  ///< part of the game's text; empty if nothing is wrong
    std::string message;     ///< what is wrong
  };

  void take(const pgn::GameText& game);
  void collect(const pgn::GameText& game);
  [[nodiscard]] GameEnd add_records(const pgn::GameText& game);
  [[nodiscard]] GameEnd add_variant_records(const pgn::GameText& game);
  void add_to_hash(chess::Key key, std::uint16_t move) noexcept;
  void mark(const pgn::GameText& game, std::size_t first_record, std::uint64_t plies);
  void note_end(const GameEnd& end);
  void note_problems(const pgn::GameText& game, const GameEnd& end);
  [[nodiscard]] bool matters(const pgn::Flaw& flaw, const GameEnd& end) const noexcept;
  void drop_duplicates(std::uint64_t number);
  void report(std::string_view part, std::string what);
  [[nodiscard]] std::string place_of(std::string_view part) const;
  [[nodiscard]] std::string input_name() const;

  const Settings& settings_;
  CompiledFilter filter_;
  Duplicates* duplicates_;
  ChunkResult result_;
  std::vector<GameMark> marks_;
  std::vector<std::uint64_t> hashes_;
  std::uint64_t moves_hash_ = 0;  ///< of the start and the moves played in the game at hand
  pgn::GameText game_;
  const InputChunk* chunk_ = nullptr;
  pgn::GameReader* reader_ = nullptr;  ///< of the chunk at hand
};

}  // namespace polyglot::builder
