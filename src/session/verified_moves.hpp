// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

#include <polyglot/game/position.hpp>

namespace polyglot::session {

/// How the engine looks at a book move before it is played: BookVerify, BookVerifyMargin.
struct VerifyPolicy {
  std::chrono::milliseconds time{0};  ///< for each search; 0: it does not look
  int margin = 0;                     ///< centipawns by which the move may be worse than its own choice
};

/// Book moves that the engine has looked at in this game.
class VerifiedMoves {
 public:
  static constexpr auto kRule = "worse than the engine's own choice";

  void add(const game::Position& position, const game::Move& move, bool is_good) {
    moves_.push_back({.position = position.key(), .move = move, .is_good = is_good});
  }
  /// Another game begins.
  void clear() noexcept { moves_.clear(); }

  /// Nothing if it has not looked at it.
  [[nodiscard]] std::optional<bool> is_good(const game::Position& position, const game::Move& move) const {
    if (moves_.empty()) return std::nullopt;
    const auto found = std::ranges::find_if(moves_, [key = position.key(), &move](const Verified& known) {
      return known.position == key && known.move == move;
    });
    return found != moves_.end() ? std::optional(found->is_good) : std::nullopt;
  }

 private:
  struct Verified {
    game::Key position;
    game::Move move;
    bool is_good;
  };

  std::vector<Verified> moves_;
};

}  // namespace polyglot::session
