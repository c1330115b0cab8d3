// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <polyglot/protocol/cecp_engine.hpp>

#include "session/drivers/cecp_board.hpp"

namespace polyglot::session {

/// The moves that may be the answer to a search of the last position. If none of the given moves is legal,
/// all moves are allowed, because the GUI needs an answer. Empty if the rules are not known.
[[nodiscard]] std::vector<game::Move> candidates_of(const game::Game& root,
                                                    const protocol::SearchLimits& limits);

/// A search for an engine that plays games, and the best known move so far.
class CecpSearch {
 public:
  CecpSearch() = default;
  explicit CecpSearch(const protocol::Search& search);

  [[nodiscard]] const CecpTarget& target() const noexcept { return target_; }
  /// A game that begins in the searched position.
  [[nodiscard]] const game::Game& root() const noexcept { return root_; }
  /// The limits, without the moves to search.
  [[nodiscard]] const protocol::SearchLimits& limits() const noexcept { return limits_; }

  /// Whether an answer is wanted: not while pondering, nor in an infinite search.
  [[nodiscard]] bool wants_answer() const noexcept { return !limits_.ponder && !limits_.infinite; }
  void ponder_hit() noexcept { limits_.ponder = false; }
  void stop() noexcept { limits_.ponder = limits_.infinite = false; }

  /// Takes the engine's output about it.
  void hear(const protocol::CecpThinking& thinking);
  /// The search begins once more.
  void forget() noexcept { pv_.clear(); }
  /// True if the search has passed a limit that the engine may not support.
  [[nodiscard]] bool has_reached_limit(const protocol::CecpThinking& thinking) const;

  /// True if there is no legal move.
  [[nodiscard]] bool has_no_move() const { return root_.rules() != nullptr && candidates_.empty(); }
  /// True for a move that may be answered.
  [[nodiscard]] bool is_candidate(const game::Move& move) const;
  /// The first move of the last variation, or any allowed move; nothing if there is none.
  [[nodiscard]] std::optional<game::Move> best_known() const;
  /// The text of the answered move; reply_to(): the reply in the last variation, empty if there is none.
  [[nodiscard]] std::string text_of(const game::Move& move) const;
  [[nodiscard]] std::string reply_to(const game::Move& move) const;

 private:
  CecpTarget target_;
  game::Game root_;
  protocol::SearchLimits limits_;
  game::CastlingNotation castling_ = game::CastlingNotation::king_to_destination;
  std::vector<game::Move> candidates_;
  std::string pv_;  ///< the last variation
};

}  // namespace polyglot::session
