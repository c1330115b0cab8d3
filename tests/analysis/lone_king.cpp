// SPDX-License-Identifier: MIT
#include "analysis/lone_king.hpp"
#include <algorithm>
#include <cstdlib>

namespace polyglot::analysis::test {
namespace {

constexpr int kSquares = 64;
constexpr int kRanks = 8;

int file_of(int square) {
  return square % kRanks;
}
int rank_of(int square) {
  return square / kRanks;
}

/// How many moves a king needs; 0: the same square.
int distance(int a, int b) {
  return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

/// Calls `visit` with each square beside a square.
template <class Visit>
void beside(int square, Visit visit) {
  for (int to = 0; to < kSquares; ++to)
    if (distance(square, to) == 1) visit(to);
}

}  // namespace

std::string LoneKing::fen(char piece_letter) const {
  std::string text;
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    int empty = 0;
    const auto put_empty = [&] {
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
    };
    for (int file = 0; file < kRanks; ++file) {
      const int square = rank * kRanks + file;
      const char letter = square == king ? 'K' : square == piece ? piece_letter : square == lone ? 'k' : ' ';
      if (letter == ' ') {
        ++empty;
        continue;
      }
      put_empty();
      text += letter;
    }
    put_empty();
    if (rank > 0) text += '/';
  }
  return text + (white_moves ? " w - - 0 1" : " b - - 0 1");
}

LoneKingEnding::LoneKingEnding(char piece, const LoneKingEnding* queens, const LoneKingEnding* rooks)
    : letter_(piece),
      queens_(queens),
      rooks_(rooks),
      won_(std::size_t{2} * kSquares * kSquares * kSquares),
      open_(won_.size()) {
  solve();
}

std::size_t LoneKingEnding::index(const LoneKing& at) {
  return static_cast<std::size_t>(
      (((at.white_moves ? kSquares : 0) + at.king) * kSquares + at.piece) * kSquares + at.lone);
}

/// Whether nothing stands between two squares of a line on which the piece moves.
bool LoneKingEnding::slides(int from, int to, int blocker, int other) const {
  const int files = file_of(to) - file_of(from);
  const int ranks = rank_of(to) - rank_of(from);
  const bool is_straight = files == 0 || ranks == 0;
  const bool is_diagonal = std::abs(files) == std::abs(ranks);
  if (from == to || !(is_straight || (letter_ == 'Q' && is_diagonal))) return false;
  const auto sign = [](int number) { return (number > 0) - (number < 0); };
  const int step = sign(ranks) * kRanks + sign(files);
  for (int square = from + step; square != to; square += step)
    if (square == blocker || square == other) return false;
  return true;
}

bool LoneKingEnding::attacks(int from, int to, int blocker) const {
  if (letter_ == 'P') return rank_of(to) == rank_of(from) + 1 && std::abs(file_of(to) - file_of(from)) == 1;
  return slides(from, to, blocker, blocker);
}

bool LoneKingEnding::is_legal(const LoneKing& at) const {
  if (at.piece == at.king || at.piece == at.lone || distance(at.king, at.lone) < 2) return false;
  if (letter_ == 'P' && (rank_of(at.piece) == 0 || rank_of(at.piece) == kRanks - 1)) return false;
  return !at.white_moves || !is_check(at);
}

std::vector<LoneKing> LoneKingEnding::positions() const {
  std::vector<LoneKing> all;
  for (const bool white_moves : {true, false})
    for (int king = 0; king < kSquares; ++king)
      for (int piece = 0; piece < kSquares; ++piece)
        for (int lone = 0; lone < kSquares; ++lone) {
          const LoneKing at{.white_moves = white_moves, .king = king, .piece = piece, .lone = lone};
          if (is_legal(at)) all.push_back(at);
        }
  return all;
}

/// The number of Black's moves.
int LoneKingEnding::replies(const LoneKing& at) const {
  int count = 0;
  beside(at.lone, [&](int to) {
    if (distance(to, at.king) > 1 && (to == at.piece || !attacks(at.piece, to, at.king))) ++count;
  });
  return count;
}

/// White moves his pawn to the last rank, and wins with the new piece. Bishops and knights cannot win.
bool LoneKingEnding::promotes_and_wins(const LoneKing& at) const {
  if (letter_ != 'P' || !at.white_moves || rank_of(at.piece) != kRanks - 2) return false;
  LoneKing after = at;
  after.white_moves = false;
  after.piece += kRanks;
  if (after.piece == at.king || after.piece == at.lone) return false;
  return queens_->is_won(after) || rooks_->is_won(after);
}

void LoneKingEnding::win(const LoneKing& at) {
  if (won_[index(at)]) return;
  won_[index(at)] = true;
  waiting_.push_back(at);
}

/// Goes back from the mates.
void LoneKingEnding::solve() {
  for (const LoneKing& at : positions()) {
    if (promotes_and_wins(at)) win(at);
    if (at.white_moves) continue;
    open_[index(at)] = static_cast<signed char>(replies(at));
    if (open_[index(at)] == 0 && is_check(at)) win(at);
  }
  while (!waiting_.empty()) {
    const LoneKing at = waiting_.back();
    waiting_.pop_back();
    LoneKing before = at;
    before.white_moves = !at.white_moves;
    if (at.white_moves) {
      // Black came from one of these squares, and loses if that was his last move that did not.
      beside(at.lone, [&](int from) {
        before.lone = from;
        if (is_legal(before) && --open_[index(before)] == 0) win(before);
      });
      continue;
    }
    beside(at.king, [&](int from) {
      before.king = from;
      if (is_legal(before)) win(before);
    });
    before.king = at.king;
    for (int from = 0; from < kSquares; ++from) {
      const bool steps = from == at.piece - kRanks || (from == at.piece - 2 * kRanks && rank_of(from) == 1 &&
                                                       from + kRanks != at.king && from + kRanks != at.lone);
      before.piece = from;
      if ((letter_ == 'P' ? steps : slides(from, at.piece, at.king, at.lone)) && is_legal(before))
        win(before);
    }
  }
}

}  // namespace polyglot::analysis::test
