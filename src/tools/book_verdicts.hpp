// SPDX-License-Identifier: MIT
#pragma once

#include <unordered_map>

#include <boost/json/object.hpp>

#include <polyglot/analysis/store.hpp>
#include <polyglot/book/review.hpp>
#include <polyglot/config/syntax.hpp>
#include <polyglot/game/rules.hpp>

#include "tools/tool.hpp"

namespace polyglot::tools {

/// The options --store and --margin of tools that compare a book's moves with an engine's verdicts.
struct WeakMoveOptions {
  std::string store;
  int margin = 100;

  [[nodiscard]] std::vector<config::Switch> switches();
};

/// Compares the moves of a book with the verdicts of a store, for book::review_book().
class BookVerdicts {
 public:
  /// Opens the store. Nothing if the options do not name one.
  [[nodiscard]] static std::optional<BookVerdicts> open(const WeakMoveOptions& options);

  /// Finds the weak moves of a position, and counts all of them.
  [[nodiscard]] std::vector<bool> weak_moves(const game::Position& position,
                                             std::span<const game::Move> moves);
  /// Returns weak_moves() for ReviewRule::weak_moves. Do not move this object until the review is done.
  [[nodiscard]] auto rule() {
    return [this](const game::Position& position, std::span<const game::Move> moves) {
      return weak_moves(position, moves);
    };
  }

  [[nodiscard]] const std::string& store() const noexcept { return store_.path(); }
  [[nodiscard]] int margin() const noexcept { return margin_; }
  [[nodiscard]] std::uint64_t judged_moves() const noexcept { return judged_; }
  [[nodiscard]] std::uint64_t unjudged_moves() const noexcept { return unjudged_; }
  /// The number of positions with unjudged moves.
  [[nodiscard]] std::uint64_t unjudged_positions() const noexcept { return unjudged_positions_; }

  /// The command that judges the remaining moves of a book.
  [[nodiscard]] std::string command_for(const std::string& book, const game::Rules& rules) const;
  /// "-1.30, but 2. Nf3 +0.35 (Stockfish 15.1, 50000 nodes); 2... Nc6 3. Bc4"
  [[nodiscard]] std::string describe(const book::ReviewFinding& finding) const;
  /// Adds the judgement on a finding. Source: docs/json.md, "Schema".
  void add_to(boost::json::object& object, const book::ReviewFinding& finding) const;

 private:
  using Found = std::pair<game::Move, analysis::MoveJudgement>;

  BookVerdicts(analysis::Store store, int margin,
               std::vector<std::pair<analysis::Store::JudgeId, analysis::Judge>> judges)
      : store_(std::move(store)), margin_(margin), judges_(std::move(judges)) {}

  [[nodiscard]] const analysis::MoveJudgement& judgement(const game::Position& position,
                                                         const game::Move& move) const;
  [[nodiscard]] std::string author(const analysis::MoveJudgement& found) const;

  analysis::Store store_;
  int margin_;
  std::vector<std::pair<analysis::Store::JudgeId, analysis::Judge>> judges_;
  std::uint64_t judged_ = 0;
  std::uint64_t unjudged_ = 0;
  std::uint64_t unjudged_positions_ = 0;
  std::unordered_map<chess::Key, std::vector<Found>> weak_;  ///< by position
};

struct WeakMove {
  std::string fen;
  std::string move;  ///< in UCI
  std::string best;  ///< the engine's choice, in UCI
  std::string line;  ///< to the position
  int loss = 0;      ///< in centipawns
};

/// Reads the weak moves of a review in JSON. Error: the file is something else.
[[nodiscard]] std::vector<WeakMove> read_weak_moves(const std::string& path);

/// The position in which the move of a finding is played.
[[nodiscard]] game::Position position_of(const book::BookPath& line);

}  // namespace polyglot::tools
