// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/builder/build.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_walk.hpp>

#include "builder/block.hpp"
#include "builder/chunk_source.hpp"
#include "builder/compiled_filter.hpp"

namespace polyglot::builder {

/// What files of counts have of a game, beside its moves.
struct GameFacts {
  bool has_result = false;                    ///< a win or a draw
  std::uint32_t group = 0;                    ///< counts::Group::code()
  std::uint32_t date = 0;                     ///< YYYYMMDD, or 0
  std::array<std::uint16_t, 2> ratings = {};  ///< by colour; 0 unless both are known
  std::array<std::uint32_t, 2> weights = {};  ///< what a book has its moves count
};

/// What a chunk of games gave.
struct ChunkResult {
  Counts counts;
  VariationCounts variations;
  std::vector<Problem> problems;
  std::vector<Record> records;  ///< in the order of the games
  /// With Settings::counted_by, of each game that was wanted; the weight of a record is its number here,
  /// doubled, and 1 more for moves of Black.
  std::vector<GameFacts> games;
};

/// As it stands in problems.
[[nodiscard]] std::string input_name(const Settings& settings, std::size_t input);

/// Reads chunks, one after another, in one thread: finds the games that are wanted, and counts and reports
/// what is wrong with them. What becomes of a game is up to the class that is derived from it.
class ChunkWorker {
 public:
  virtual ~ChunkWorker() = default;
  ChunkWorker(const ChunkWorker&) = delete;
  ChunkWorker& operator=(const ChunkWorker&) = delete;

 protected:
  /// Where and why a game was played no further.
  struct GameEnd {
    pgn::WalkStop stop;
    std::size_t plies;
    std::string_view where;  ///< part of the game's text; empty if nothing is wrong
    std::string message;     ///< what is wrong
  };

  explicit ChunkWorker(const Settings& settings) : settings_(settings), filter_(settings.filter) {}

  /// Calls collect() for each game of the chunk that is wanted.
  void read(const InputChunk& chunk);
  virtual void collect(const pgn::GameText& game) = 0;

  /// Plays a game of chess as far as its moves can be trusted. `begin` is called before the first move. Where
  /// it turns out later that a move is missing, the game is played again up to there: `begin` is called anew.
  /// `finish` is told the last position, unless the start is wrong.
  template <class Begin, class Visit, class Finish>
  [[nodiscard]] GameEnd play(const pgn::GameText& game, Begin begin, Visit visit, Finish finish) const {
    const auto walk = [&](std::size_t most_plies) {
      begin();
      return pgn::walk(game, visit, most_plies);
    };
    auto end = walk(settings_.max_ply);
    const auto missing = end.stop == pgn::WalkStop::bad_move ? game.missing_move() : std::nullopt;
    if (missing && missing->plies <= end.plies) {
      end = walk(missing->plies);
      end.stop = pgn::WalkStop::missing_move;
      end.where = missing->number;
    }
    if (end.stop != pgn::WalkStop::bad_start) finish(end.position);
    return {end.stop, end.plies, end.where, end.where.empty() ? std::string() : end.message()};
  }
  [[nodiscard]] static GameEnd wrong_start(const pgn::GameText& game, const Error& error);

  /// What is wrong at a place of a game's text.
  struct Fault {
    std::string_view where;
    std::string message;
  };

  /// Counts and reports how a game ended, the flaws of its text, and what was wrong with its variations.
  void note(const pgn::GameText& game, const GameEnd& end, std::vector<Fault> of_variations = {});

  [[nodiscard]] const Settings& settings() const noexcept { return settings_; }
  [[nodiscard]] const CompiledFilter& filter() const noexcept { return filter_; }
  /// Of the chunk at hand.
  [[nodiscard]] ChunkResult& result() noexcept { return result_; }
  [[nodiscard]] const ChunkResult& result() const noexcept { return result_; }

 private:
  void take(const pgn::GameText& game);
  void note_end(const GameEnd& end);
  void note_problems(const pgn::GameText& game, const GameEnd& end, std::vector<Fault> faults);
  [[nodiscard]] bool matters(const pgn::Flaw& flaw, const GameEnd& end) const noexcept;
  void report(std::string_view part, std::string what);
  [[nodiscard]] std::string place_of(std::string_view part) const;
  [[nodiscard]] std::string input_name() const;

  const Settings& settings_;
  CompiledFilter filter_;
  ChunkResult result_;
  pgn::GameText game_;
  const InputChunk* chunk_ = nullptr;
  pgn::GameReader* reader_ = nullptr;  ///< of the chunk at hand
};

}  // namespace polyglot::builder
