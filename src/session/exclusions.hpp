#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <polyglot/chess/listing.hpp>
#include <polyglot/chess/position.hpp>

namespace polyglot::session {

/// The moves that the user has left out of the analysis of a position.
class Exclusions {
 public:
  void clear() { excluded_.reset(); }

  /// One move, or all of them. True if the analysis is to begin anew: to leave out everything is only a
  /// preparation for taking in a few moves.
  bool exclude(const chess::Position& position, std::optional<chess::Move> move) {
    if (!excluded_) excluded_.emplace();
    if (!move) excluded_ = chess::listed_moves(position);
    if (!move || contains(*move)) return false;
    excluded_->push_back(*move);
    return remaining(position).has_value();
  }
  bool include(std::optional<chess::Move> move) {
    if (!excluded_) return false;
    return move ? std::erase(*excluded_, *move) > 0 : !std::exchange(*excluded_, {}).empty();
  }

  [[nodiscard]] bool contains(chess::Move move) const {
    return excluded_ && std::ranges::find(*excluded_, move) != excluded_->end();
  }
  /// The moves left to search; nothing while the user has not chosen any.
  [[nodiscard]] std::optional<std::vector<chess::Move>> remaining(const chess::Position& position) const {
    if (!excluded_) return std::nullopt;
    std::vector<chess::Move> moves = chess::listed_moves(position);
    std::erase_if(moves, [this](chess::Move move) { return contains(move); });
    if (moves.empty()) return std::nullopt;
    return moves;
  }

 private:
  std::optional<std::vector<chess::Move>> excluded_;  ///< nothing while the user has not chosen
};

}  // namespace polyglot::session
