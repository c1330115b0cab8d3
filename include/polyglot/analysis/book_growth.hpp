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

/// The rule for where a book grows. Source: docs/tools.md, "grow-book".
struct GrowthRule {
  std::optional<chess::Color> side = {};  ///< the side that chooses its moves; nothing: both
  int ply_cost = 10;                      ///< the loss, in centipawns, as which each ply counts
  double decay = 0.01;  ///< the part of a score that is lost with each ply towards the start
};

/// A book that grows: a graph in which each position occurs once, with an engine's scores of its moves.
///
/// Lines grow from the starts. The next line to grow is the one on which the sides that choose their moves
/// lose the fewest centipawns. The loss of a move is its difference to the best move of its position. Each
/// ply counts as a small loss, too. Scores go back to the starts by minimax. A game that can continue for
/// ever between known positions is a draw by repetition. The result depends on the verdicts, and not on their
/// order in time. Not thread-safe.
class BookGrowth {
 public:
  using Number = std::uint32_t;
  static constexpr Number kNone = std::numeric_limits<Number>::max();

  /// A move, and what is known about it. Scores are centipawns, or codes of mates (Score::code()), for the
  /// side that moves.
  struct Move {
    game::Move move;
    Number to = kNone;             ///< number of the position after it
    std::optional<double> scored;  ///< the score from the search of the position before it
    double book_share = 0;  ///< its weight in the book, as a part of the heaviest weight; 0: not in the book
    std::optional<double> score;  ///< the score by minimax, otherwise `scored`; nothing: not known yet
    double loss = 0;              ///< the loss against the best move, in centipawns
  };

  /// The starts are all of one game. The book and the rules of the starts must outlive this object.
  BookGrowth(const book::LoadedBook& book, std::span<const game::Position> starts, const GrowthRule& rule);

  /// Returns the positions to judge next, at most `count`; none if there are no more. It returns the same
  /// until judge().
  [[nodiscard]] std::vector<game::Position> next(std::size_t count);
  /// Adds the verdicts on the positions of next(), in their order. Nothing: no engine could search it.
  void judge(std::span<const std::optional<Verdict>> verdicts);

  /// Returns the number of positions that engines have judged, or in which the game is over.
  [[nodiscard]] std::size_t size() const noexcept { return judged_.size(); }
  /// Returns the numbers of judged positions, in the order in which they came.
  [[nodiscard]] std::span<const Number> judged() const noexcept { return judged_; }
  [[nodiscard]] std::span<const Number> starts() const noexcept { return starts_; }
  [[nodiscard]] bool is_judged(Number number) const noexcept { return nodes_[number].state == State::judged; }
  [[nodiscard]] const game::Position& position(Number number) const noexcept {
    return nodes_[number].position;
  }
  /// Returns the moves that the engine has scored and those of the book, the best first.
  [[nodiscard]] std::span<const Move> moves(Number number) const noexcept { return nodes_[number].moves; }
  /// Returns the number of a position; kNone if it is not in the graph.
  [[nodiscard]] Number find(const game::Position& position) const;
  /// Returns the score of a position for the side to move.
  [[nodiscard]] Score score(Number number) const noexcept;
  /// Returns the score of a move that has one.
  [[nodiscard]] static Score score_of(const Move& move) noexcept;
  /// Returns the best moves from a position on, as far as the graph goes, without repetition.
  [[nodiscard]] std::vector<game::Move> best_line(Number number) const;
  /// Returns the line from a start to a position that loses least.
  [[nodiscard]] book::BookPath path(Number number) const;

  /// A move that looked good but is not.
  struct Refuted {
    Number number = kNone;  ///< number of the position before it
    Move move;
  };
  /// Returns moves that now lose at least `margin` centipawns: moves of the book, and moves that the search
  /// of their position scored higher, within `margin` of the best. Those on the lines that lose least come
  /// first.
  [[nodiscard]] std::vector<Refuted> refuted(int margin) const;

 private:
  enum class State : std::uint8_t { waiting, judged, given_up };

  struct Node {
    game::Position position;
    State state = State::waiting;
    std::vector<Move> moves = {};
    std::vector<Number> before = {};  ///< numbers of positions with a move to this one
    double value = 0;                 ///< the value for White
    double cost = 0;                  ///< cost of the line that loses least
    Number from = kNone;              ///< number of the position before this one on that line
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
  std::unordered_map<std::string, Number> numbers_;  ///< by text, because two positions may have the same key
  std::vector<Number> judged_;
  std::vector<Number> asked_;  ///< the positions that next() has returned
};

/// Returns one verdict for those of several engines on a position: the mean of their scores. An engine that
/// has not scored a move of another one counts with its lowest score. There must be at least one verdict.
[[nodiscard]] Verdict average(std::span<const Verdict> verdicts);

}  // namespace polyglot::analysis
