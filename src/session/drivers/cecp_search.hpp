// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/protocol/cecp_engine.hpp>

#include "session/drivers/cecp_board.hpp"

namespace polyglot::session {

/// The moves that may be answered to a search of the last position. Names that are no legal moves restrict
/// nothing: an answer is owed. None if the rules are not known.
[[nodiscard]] std::vector<game::Move> candidates_of(const game::Game& root,
                                                    const protocol::SearchLimits& limits);

/// What an engine that plays games is to search, and what is known of the best move until now.
class CecpSearch {
 public:
  CecpSearch() = default;
  explicit CecpSearch(const protocol::Search& search);

  [[nodiscard]] const CecpTarget& target() const noexcept { return target_; }
  /// Begins where the engine searches.
  [[nodiscard]] const game::Game& root() const noexcept { return root_; }
  /// Without moves to search.
  [[nodiscard]] const protocol::SearchLimits& limits() const noexcept { return limits_; }

  /// Not while pondering, nor in a search without end.
  [[nodiscard]] bool wants_answer() const noexcept { return !limits_.ponder && !limits_.infinite; }
  void ponder_hit() noexcept { limits_.ponder = false; }
  void stop() noexcept { limits_.ponder = limits_.infinite = false; }

  /// What the engine says of it.
  void hear(const protocol::CecpThinking& thinking);
  /// The search begins once more.
  void forget() noexcept { pv_.clear(); }
  /// True if it should have ended by a limit that the engine may not know.
  [[nodiscard]] bool has_reached_limit(const protocol::CecpThinking& thinking) const;

  /// True if the rules leave nothing to answer.
  [[nodiscard]] bool has_no_move() const { return root_.rules() != nullptr && candidates_.empty(); }
  /// True for a move that may be answered.
  [[nodiscard]] bool is_candidate(const game::Move& move) const;
  /// The last variation's move, or any that the rules allow; nothing if there is none.
  [[nodiscard]] std::optional<game::Move> best_known() const;
  /// The move as it is answered, and what the last variation expects after it; empty if nothing.
  [[nodiscard]] std::string text_of(const game::Move& move) const;
  [[nodiscard]] std::string reply_to(const game::Move& move) const;

 private:
  CecpTarget target_;
  game::Game root_;
  protocol::SearchLimits limits_;
  game::CastlingNotation castling_ = game::CastlingNotation::king_to_destination;
  std::vector<game::Move> candidates_;
  std::string pv_;  ///< the last one
};

}  // namespace polyglot::session
