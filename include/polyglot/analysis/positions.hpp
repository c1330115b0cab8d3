// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/pgn/game_text.hpp>
#include <polyglot/result.hpp>

namespace polyglot::analysis {

/// The positions that books, games and lists of positions reach, each of them once, with the first way to it
/// and a weight. All are of one game, whose rules must outlive them. Lines end after 65,535 plies.
class Positions {
 public:
  static constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

  /// A position. It is small, because memory limits the speed of counting games.
  struct Node {
    chess::Key key = 0;
    double weight = 0;         ///< its probability in a book, or the number of games and lines of lists
    std::uint32_t before = 0;  ///< index of the position before; for a start, the number of the start
    std::uint16_t ply = 0;     ///< number of moves since the start of the line; 0: a start
    chess::Move move = {};     ///< the move from the position before, in chess
  };

  /// A line: the moves from a start to a position.
  struct Line {
    game::Position start;
    std::vector<game::Move> moves;
  };

  /// Adds the positions that a book's moves reach from its starts, those after its last moves included. It
  /// also adds positions without book moves in which some replies lead back into the book. The weight of a
  /// position is the probability of the most probable line to it. `starts` are those of its games; none:
  /// BookSource::starts().
  void add_book(const book::BookSource& book, std::size_t max_ply = kNoLimit,
                std::vector<game::Position> starts = {});
  /// Adds the other positions in which a book has moves, if games reach them at all (ReachedPositions), and
  /// those after these moves. They count as very improbable and begin lines. `loaded` is the same book.
  void add_reached(const book::BookSource& book, const book::LoadedBook& loaded, const book::BookGames& games,
                   std::size_t max_ply = kNoLimit);
  struct GameCounts {
    std::uint64_t all = 0;
    std::uint64_t of_variants = 0;  ///< games of variants, which are left out
  };
  /// Adds the positions of the games of chess and Chess960 in a file, as far as their moves are legal. Error:
  /// the file cannot be read.
  [[nodiscard]] Result<GameCounts> add_games(const std::string& path, std::size_t max_ply = kNoLimit);
  /// Adds the positions of a game of any rules.
  void add_line(const game::Position& start, std::span<const game::Move> moves);

  [[nodiscard]] std::span<const Node> nodes() const noexcept { return nodes_; }
  /// Returns the indices of all nodes, the heaviest first; of equal ones the one that was added first.
  [[nodiscard]] std::vector<std::uint32_t> by_weight() const;
  [[nodiscard]] const game::Position& start(const Node& node) const;
  [[nodiscard]] game::Position position(std::uint32_t node) const;
  [[nodiscard]] Line line(std::uint32_t node) const;

 private:
  class BookWalk;

  /// A position of a game, with the move to it.
  struct Visit {
    std::uint64_t identity;
    chess::Key key;
    chess::Move move;
  };

  void add_game(const pgn::GameText& game, std::size_t max_ply, std::vector<Visit>& visits);
  /// Returns the node of a position. A new one is the last, and has no line yet.
  template <class Position>
  [[nodiscard]] std::uint32_t add_node(const Position& position);
  [[nodiscard]] std::uint32_t add_node(std::uint64_t identity, chess::Key key);
  template <class Position>
  [[nodiscard]] std::uint32_t add_start(const Position& position);
  void connect(std::uint32_t node, std::uint32_t before, const game::Move& move);
  /// Returns the move to a node that is not a start.
  [[nodiscard]] game::Move move_to(std::uint32_t node) const;

  std::vector<Node> nodes_;
  std::vector<variants::Move> variant_moves_;  ///< for a variant, the moves to the nodes
  std::vector<game::Position> starts_;
  boost::unordered_flat_set<std::uint32_t> walked_;  ///< the nodes in which books have moves
  boost::unordered_flat_map<std::uint64_t, std::uint32_t, book::KeyHash> places_;  ///< by identity_of()
};

}  // namespace polyglot::analysis
