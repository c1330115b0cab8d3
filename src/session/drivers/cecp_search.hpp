// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/protocol/cecp_engine.hpp>

#include "session/drivers/cecp_board.hpp"

namespace polyglot::session {

/// A search for an engine that plays games, and the best known move so far.
class CecpSearch {
 public:
  CecpSearch() = default;
  explicit CecpSearch(const protocol::Search& search) : limits_(search.limits), castling_(search.castling) {
    target_.chess960 = search.castling == game::CastlingNotation::king_takes_rook;
    target_.start = search.game->beginning();
    target_.moves.assign(search.game->moves().begin(), search.game->moves().end());
    root_ = search.game->from_here();
    candidates_ = candidates_of(root_, limits_);
    limits_.infinite = has_no_limit(limits_, root_.turn());
    if (limits_.infinite) limits_.white_time = limits_.black_time = limits_.move_time = std::nullopt;
  }

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
  void hear(const protocol::CecpThinking& thinking) {
    // A search that failed low has not found a move; it only doubts one.
    if (!thinking.pv.empty() && !thinking.pv.ends_with('?')) pv_ = thinking.pv;
  }

  /// The search begins once more.
  void forget() noexcept { pv_.clear(); }
  /// True if the search has passed a limit that the engine may not support.
  [[nodiscard]] bool has_reached_limit(const protocol::CecpThinking& thinking) const {
    if (!wants_answer()) return false;
    if (limits_.nodes && thinking.nodes >= *limits_.nodes) return true;
    // phalanx and gnuchess do not know `sd`.
    if (limits_.depth && thinking.depth > *limits_.depth) return true;
    const protocol::Score score = protocol::read_cecp_score(thinking.score);
    return limits_.mate && score.is_mate && score.value > 0 && score.value <= *limits_.mate;
  }

  /// True if there is no legal move.
  [[nodiscard]] bool has_no_move() const { return root_.rules() != nullptr && candidates_.empty(); }
  /// True for a move that may be answered.
  [[nodiscard]] bool is_candidate(const Move& move) const {
    const bool any_move = candidates_.empty() && root_.rules() == nullptr;
    return any_move || std::ranges::find(candidates_, move) != candidates_.end();
  }

  /// The first move of the last variation, or any allowed move; nothing if there is none.
  [[nodiscard]] std::optional<game::Move> best_known() const {
    if (has_no_move()) return std::nullopt;
    // Book moves are in parentheses.
    std::string_view pv = pv_.starts_with('(') ? std::string_view(pv_).substr(1) : std::string_view(pv_);
    auto best = take_legal_pv_move(root_, pv);
    if (best && is_candidate(*best)) return best;
    if (candidates_.empty()) return std::nullopt;
    return candidates_.front();
  }

  /// The text of the answered move; reply_to(): the reply in the last variation, empty if there is none.
  [[nodiscard]] std::string text_of(const Move& move) const { return root_.to_uci(move, castling_); }

  [[nodiscard]] std::string reply_to(const Move& move) const {
    std::string_view pv = pv_;
    if (take_legal_pv_move(root_, pv) != move) return {};
    Game after = root_;
    after.push(move);
    const auto reply = take_legal_pv_move(after, pv);
    return reply ? after.to_uci(*reply, castling_) : std::string();
  }

 private:
  using Game = game::Game;
  using Move = game::Move;
  using SearchLimits = protocol::SearchLimits;

  /// Whether only `stop` ends the search.
  static bool has_no_limit(const SearchLimits& limits, game::Color to_move) {
    const auto& time = to_move == game::Color::white ? limits.white_time : limits.black_time;
    return limits.infinite || !(time || limits.move_time || limits.depth || limits.nodes || limits.mate);
  }

  /// Removes the next legal move from a variation; nothing at its end.
  static std::optional<Move> take_legal_pv_move(const Game& game, std::string_view& pv) {
    const std::string_view word = protocol::take_pv_move(pv);
    return word.empty() ? std::nullopt : protocol::read_engine_move(game, word);
  }

  /// The moves that may be the answer to a search of the last position. If none of the given moves is legal,
  /// all moves are allowed, because the GUI needs an answer. Empty if the rules are not known.
  static std::vector<Move> candidates_of(const Game& root, const SearchLimits& limits) {
    std::vector<Move> candidates;
    for (const std::string& name : limits.search_moves) {
      if (const auto move = root.read_uci(name)) candidates.push_back(*move);
    }
    if (candidates.empty() && root.position() != nullptr) candidates = root.position()->legal_moves();
    return candidates;
  }

  CecpTarget target_;
  game::Game root_;
  protocol::SearchLimits limits_;
  game::CastlingNotation castling_ = game::CastlingNotation::king_to_destination;
  std::vector<game::Move> candidates_;
  std::string pv_;  ///< the last variation
};

}  // namespace polyglot::session
