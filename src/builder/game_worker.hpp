// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <polyglot/builder/build.hpp>
#include <polyglot/builder/variant_game.hpp>
#include <polyglot/chess/move.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_tree.hpp>
#include <polyglot/pgn/game_walk.hpp>
#include <polyglot/pgn/tree_moves.hpp>

#include "builder/chunk_source.hpp"
#include "builder/chunk_worker.hpp"
#include "builder/duplicates.hpp"

namespace polyglot::builder {

/// Makes records from one chunk after another, in one thread.
class GameWorker final : private ChunkWorker {
 public:
  /// `duplicates`: shared by all workers; null: none.
  GameWorker(const Settings& settings, Duplicates* duplicates)
      : ChunkWorker(settings), duplicates_(duplicates), tree_moves_(settings.ignore_nags) {}

  /// Valid until the next call.
  [[nodiscard]] ChunkResult& work(const InputChunk& chunk);

 private:
  /// The values in the records of one side's moves.
  struct SideShare {
    bool taken = true;
    std::uint8_t half_points = 1;
    std::uint32_t weight = kUnit;
  };
  using Shares = std::array<SideShare, 2>;  ///< by colour

  /// Where the records of a game begin, so that they can be removed if it is a duplicate.
  struct GameMark {
    std::size_t first_record;
    std::uint64_t plies;
    VariationCounts variations;
  };

  void collect(const pgn::GameText& game) override;
  [[nodiscard]] GameEnd add_records(const pgn::GameText& game);
  [[nodiscard]] std::array<std::uint32_t, 2> numbers_of_game() const;
  [[nodiscard]] Shares shares_of(const pgn::GameText& game) const;
  [[nodiscard]] bool reads_tree_of(const pgn::GameText& game) const;
  template <class Move, class Position, class Read>
  void add_tree_records(const Position& start, const Shares& shares, std::size_t main_plies,
                        const Read& read);
  void add_tree_record(Record record, bool is_left_out, chess::Color side, const Shares& shares,
                       const pgn::TreeMove& written);
  void finish_tree_records();
  /// Whether a book cannot have the move.
  [[nodiscard]] bool is_left_out(const chess::Position& position, chess::Move) const {
    return settings().leave_out_inner_rooks && chess::has_inner_castling_rook(position);
  }
  [[nodiscard]] static bool is_left_out(const variants::Position& position, const variants::Move& move) {
    return !position.has_key() || !variants::has_book_code(position, move);
  }
  void note_main_move(chess::Move move) { main_line_.push_back(move); }
  /// Moves of variants are read again, because one may be two words of the text.
  void note_main_move(const variants::Move&) {}
  void note_lost_variation(const pgn::TreeMove& written, std::string message);
  void add_to_hash(chess::Key key, std::uint16_t move) noexcept;
  void mark(const pgn::GameText& game, std::size_t first_record, std::uint64_t main_plies);
  void drop_duplicates(std::uint64_t number);

  Duplicates* duplicates_;
  std::vector<GameMark> marks_;
  std::vector<std::uint64_t> hashes_;
  std::uint64_t moves_hash_ = 0;  ///< of the start and the played moves of the present game
  // Of the present game, if variations are read.
  pgn::GameTree tree_;
  pgn::TreeMoves<Record> tree_moves_;
  std::vector<chess::Move> main_line_;
  VariationCounts variations_;
  std::vector<Fault> tree_faults_;
};

}  // namespace polyglot::builder
