#pragma once

#include <cstdint>
#include <vector>

#include <polyglot/builder/build.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_walk.hpp>

#include "builder/chunk_source.hpp"
#include "builder/record.hpp"

namespace polyglot::builder {

/// What a chunk of games gave.
struct ChunkResult {
  Counts counts;
  std::vector<Problem> problems;
  std::vector<Record> records;  ///< in the order of the games
};

/// Makes records out of chunks, one after another, in one thread.
class GameWorker {
 public:
  explicit GameWorker(const Settings& settings) : settings_(settings) {}

  /// Valid until the next call.
  [[nodiscard]] const ChunkResult& work(const InputChunk& chunk);

 private:
  void take(const pgn::GameText& game);
  [[nodiscard]] pgn::WalkEnd collect(const pgn::GameText& game);
  void report(std::string_view part, std::string what);
  void report(const pgn::WalkEnd& end);

  const Settings& settings_;
  ChunkResult result_;
  pgn::GameText game_;
  pgn::GameReader* reader_ = nullptr;  ///< of the chunk at hand
  std::size_t input_ = 0;
};

}  // namespace polyglot::builder
