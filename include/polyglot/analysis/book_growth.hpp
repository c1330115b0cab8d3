// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <polyglot/analysis/verdict.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/game/position.hpp>

namespace polyglot::analysis {

/// Where a book grows. Source: docs/tools.md, "grow-book".
struct GrowthRule {
  std::optional<chess::Color> side = {};  ///< the side that chooses its moves; nothing: both
  int ply_cost = 10;                      ///< a ply counts as much as so many lost centipawns
  double decay = 0.01;                    ///< part of a score that it loses each ply towards the start
};

/// A book that grows: a graph of positions, each of them once, with an engine's scores of their moves.
///
/// Lines grow from the starts. The next ones are those that lose the fewest centipawns against the best move
/// of each position, by the sides that choose; each ply counts as a small loss. Scores go back to the starts
/// by minimax. A game that can go on for ever between known positions is a draw by repetition. Everything is
/// determined by the verdicts, whatever their order in time.
class BookGrowth {
 public:
  using Number = std::uint32_t;
  static constexpr Number kNone = std::numeric_limits<Number>::max();

  /// A move with what is known about it. Scores are centipawns, or codes of mates (Score::code()), for the
  /// side that moves.
  struct Move {
    game::Move move;
    Number to = kNone;             ///< the position after it
    std::optional<double> scored;  ///< by the search of the position before it
    double book_share = 0;         ///< its weight in the book as a part of the heaviest; 0: not in the book
    std::optional<double> score;   ///< by minimax, otherwise `scored`; nothing: not known yet
    double loss = 0;               ///< against the best move
  };

  /// The book must outlive it, and so must the rules of the starts, which are all of one game.
  BookGrowth(const book::LoadedBook& book, std::span<const game::Position> starts, const GrowthRule& rule);

  /// The positions that are to be judged next, at most `count`; empty: there are no more. It returns the
  /// same positions until judge() is called.
  [[nodiscard]] std::vector<game::Position> next(std::size_t count);
  /// Adds the verdicts on the positions of next(), in their order; nothing: no engine could search
  /// it.
  void judge(std::span<const std::optional<Verdict>> verdicts);

  /// The number of positions that engines have judged, or in which the game is over.
  [[nodiscard]] std::size_t size() const noexcept { return judged_.size(); }
  /// The numbers of these positions, in the order in which they came.
  [[nodiscard]] std::span<const Number> judged() const noexcept { return judged_; }
  [[nodiscard]] std::span<const Number> starts() const noexcept { return starts_; }
  [[nodiscard]] bool is_judged(Number number) const noexcept { return nodes_[number].state == State::judged; }
  [[nodiscard]] const game::Position& position(Number number) const noexcept {
    return nodes_[number].position;
  }
  /// Moves that the engine has scored and those of the book, the best first.
  [[nodiscard]] std::span<const Move> moves(Number number) const noexcept { return nodes_[number].moves; }
  /// The number of a position; kNone if it is not in the graph.
  [[nodiscard]] Number find(const game::Position& position) const;
  /// The score of a position for the side to move.
  [[nodiscard]] Score score(Number number) const noexcept;
  /// The score of a move that has one.
  [[nodiscard]] static Score score_of(const Move& move) noexcept;
  /// Best moves from a position on, as far as the graph goes, without repetition.
  [[nodiscard]] std::vector<game::Move> best_line(Number number) const;
  /// The line from a start to a position that loses least.
  [[nodiscard]] book::BookPath path(Number number) const;

  /// A move that looked good and is not.
  struct Refuted {
    Number number = kNone;  ///< of the position before it
    Move move;
  };
  /// Moves that now lose at least `margin`: moves of the book, and moves that the search of their position
  /// scored higher, within `margin` of the best. Those on the lines that lose least come first.
  [[nodiscard]] std::vector<Refuted> refuted(int margin) const;

 private:
  enum class State : std::uint8_t { waiting, judged, given_up };

  struct Node {
    game::Position position;
    State state = State::waiting;
    std::vector<Move> moves = {};
    std::vector<Number> before = {};  ///< positions with a move to this one
    double value = 0;                 ///< for White
    double cost = 0;                  ///< of the line that loses least
    Number from = kNone;              ///< on that line
    game::Move by = {};
  };

  [[nodiscard]] double sign(const Node& node) const noexcept {
    return node.position.side_to_move() == chess::Color::white ? 1 : -1;
  }
  [[nodiscard]] double toward_start(double value, const Node& before) const noexcept;
  [[nodiscard]] Number enter(const game::Position& position);
  void add_move(Number number, const game::Move& move, std::optional<double> scored, double book_share);
  void add_moves(Number number, const Verdict& verdict);
  void update();
  void solve();
  void rate_moves();
  void find_costs();

  const book::LoadedBook& book_;
  GrowthRule rule_;
  std::vector<Number> starts_;
  std::vector<Node> nodes_;
  std::unordered_map<std::string, Number> numbers_;  ///< by text, so that two positions of one key stay apart
  std::vector<Number> judged_;
  std::vector<Number> asked_;  ///< what next() has returned
};

/// One verdict out of those of several engines on a position: the mean of their scores. An engine that has
/// not scored a move of another one counts with its lowest score. There must be at least one verdict.
[[nodiscard]] Verdict average(std::span<const Verdict> verdicts);

}  // namespace polyglot::analysis
