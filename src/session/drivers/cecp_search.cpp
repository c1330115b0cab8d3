// SPDX-License-Identifier: MIT
#include "session/drivers/cecp_search.hpp"
#include <algorithm>

namespace polyglot::session {
namespace {

using game::Game;
using game::Move;
using protocol::SearchLimits;

/// Whether only `stop` ends the search.
bool has_no_limit(const SearchLimits& limits, game::Color to_move) {
  const auto& time = to_move == game::Color::white ? limits.white_time : limits.black_time;
  return limits.infinite || !(time || limits.move_time || limits.depth || limits.nodes || limits.mate);
}

/// Removes the next legal move from a variation; nothing at its end.
std::optional<Move> take_legal_pv_move(const Game& game, std::string_view& pv) {
  const std::string_view word = protocol::take_pv_move(pv);
  return word.empty() ? std::nullopt : protocol::read_engine_move(game, word);
}

}  // namespace

std::vector<Move> candidates_of(const Game& root, const SearchLimits& limits) {
  std::vector<Move> candidates;
  for (const std::string& name : limits.search_moves) {
    if (const auto move = root.read_uci(name)) candidates.push_back(*move);
  }
  if (candidates.empty() && root.position() != nullptr) candidates = root.position()->legal_moves();
  return candidates;
}

CecpSearch::CecpSearch(const protocol::Search& search) : limits_(search.limits), castling_(search.castling) {
  target_.chess960 = search.castling == game::CastlingNotation::king_takes_rook;
  target_.start = search.game->beginning();
  target_.moves.assign(search.game->moves().begin(), search.game->moves().end());
  root_ = search.game->from_here();
  candidates_ = candidates_of(root_, limits_);
  limits_.infinite = has_no_limit(limits_, root_.turn());
  if (limits_.infinite) limits_.white_time = limits_.black_time = limits_.move_time = std::nullopt;
}

void CecpSearch::hear(const protocol::CecpThinking& thinking) {
  // A search that failed low has not found a move; it only doubts one.
  if (!thinking.pv.empty() && !thinking.pv.ends_with('?')) pv_ = thinking.pv;
}

bool CecpSearch::has_reached_limit(const protocol::CecpThinking& thinking) const {
  if (!wants_answer()) return false;
  if (limits_.nodes && thinking.nodes >= *limits_.nodes) return true;
  // phalanx and gnuchess do not know `sd`.
  if (limits_.depth && thinking.depth > *limits_.depth) return true;
  const protocol::Score score = protocol::read_cecp_score(thinking.score);
  return limits_.mate && score.is_mate && score.value > 0 && score.value <= *limits_.mate;
}

bool CecpSearch::is_candidate(const Move& move) const {
  const bool any_move = candidates_.empty() && root_.rules() == nullptr;
  return any_move || std::ranges::find(candidates_, move) != candidates_.end();
}

std::optional<Move> CecpSearch::best_known() const {
  if (has_no_move()) return std::nullopt;
  // Book moves are in parentheses.
  std::string_view pv = pv_.starts_with('(') ? std::string_view(pv_).substr(1) : std::string_view(pv_);
  auto best = take_legal_pv_move(root_, pv);
  if (best && is_candidate(*best)) return best;
  if (candidates_.empty()) return std::nullopt;
  return candidates_.front();
}

std::string CecpSearch::text_of(const Move& move) const {
  return root_.to_uci(move, castling_);
}

std::string CecpSearch::reply_to(const Move& move) const {
  std::string_view pv = pv_;
  if (take_legal_pv_move(root_, pv) != move) return {};
  Game after = root_;
  after.push(move);
  const auto reply = take_legal_pv_move(after, pv);
  return reply ? after.to_uci(*reply, castling_) : std::string();
}

}  // namespace polyglot::session
