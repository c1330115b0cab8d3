// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace polyglot::analysis::test {

/// Positions of White's king and one more piece against Black's king. Squares count from a1 = 0, rank by
/// rank.
struct LoneKing {
  bool white_moves = false;
  int king = 0;
  int piece = 0;
  int lone = 0;  ///< Black's king

  [[nodiscard]] std::string fen(char piece_letter) const;
};

/// All such positions with one kind of piece, solved from the rules of chess alone: it shares no code with
/// the program. White wins or the game is drawn.
class LoneKingEnding {
 public:
  /// `piece`: 'Q', 'R' or 'P'. Pawns need the endings that they promote to.
  explicit LoneKingEnding(char piece, const LoneKingEnding* queens = nullptr,
                          const LoneKingEnding* rooks = nullptr);

  [[nodiscard]] bool is_legal(const LoneKing& at) const;
  [[nodiscard]] bool is_won(const LoneKing& at) const { return won_[index(at)]; }
  /// All legal positions, in a fixed order.
  [[nodiscard]] std::vector<LoneKing> positions() const;

 private:
  [[nodiscard]] static std::size_t index(const LoneKing& at);
  [[nodiscard]] bool attacks(int from, int to, int blocker) const;
  [[nodiscard]] bool slides(int from, int to, int blocker, int other) const;
  [[nodiscard]] bool is_check(const LoneKing& at) const { return attacks(at.piece, at.lone, at.king); }
  [[nodiscard]] int replies(const LoneKing& at) const;
  [[nodiscard]] bool promotes_and_wins(const LoneKing& at) const;
  void win(const LoneKing& at);
  void solve();

  char letter_;
  const LoneKingEnding* queens_;
  const LoneKingEnding* rooks_;
  std::vector<bool> won_;
  std::vector<signed char> open_;  ///< moves of Black that are not known to lose
  std::vector<LoneKing> waiting_;  ///< won positions, whose positions before are to be looked at
};

}  // namespace polyglot::analysis::test
