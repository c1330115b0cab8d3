// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/chess/listing.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/notation.hpp>

namespace polyglot::session {

/// The legal moves in the order in which they are listed: in chess that of 2.0.4, in variants by their text.
[[nodiscard]] inline std::vector<game::Move> listed_moves(const game::Position& position) {
  if (position.chess() != nullptr) {
    const auto moves = chess::listed_moves(*position.chess());
    return {moves.begin(), moves.end()};
  }
  std::vector<game::Move> moves = position.legal_moves();
  std::ranges::sort(moves, {}, [&](const game::Move& move) { return game::to_san(position, move); });
  return moves;
}

/// The moves that the user has excluded from the analysis of a game's last position.
class Exclusions {
 public:
  void clear() { excluded_.reset(); }

  /// Excludes one move, or all. The rules must be known. True if the analysis has to start again; excluding
  /// all moves only prepares for including a few.
  bool exclude(const game::Game& game, const std::optional<game::Move>& move) {
    if (!excluded_) excluded_.emplace();
    if (!move) excluded_ = listed_moves(*game.position());
    if (!move || contains(*move)) return false;
    excluded_->push_back(*move);
    return remaining(game).has_value();
  }
  bool include(const std::optional<game::Move>& move) {
    if (!excluded_) return false;
    return move ? std::erase(*excluded_, *move) > 0 : !std::exchange(*excluded_, {}).empty();
  }

  [[nodiscard]] bool contains(const game::Move& move) const {
    return excluded_ && std::ranges::find(*excluded_, move) != excluded_->end();
  }
  /// The moves to search; nothing while the user has excluded none, or all.
  [[nodiscard]] std::optional<std::vector<game::Move>> remaining(const game::Game& game) const {
    if (!excluded_) return std::nullopt;
    std::vector<game::Move> moves = listed_moves(*game.position());
    std::erase_if(moves, [this](const game::Move& move) { return contains(move); });
    if (moves.empty()) return std::nullopt;
    return moves;
  }

 private:
  std::optional<std::vector<game::Move>> excluded_;  ///< nothing while the user has excluded none
};

}  // namespace polyglot::session
