#include <polyglot/chess/position.hpp>

#include "chess/movegen.hpp"

namespace polyglot::chess {
namespace {

class Lister {
 public:
  explicit Lister(MoveList& moves) noexcept : moves_(moves) {}

  void piece(Square from, Bitboard targets) {
    while (targets != 0) moves_.push_back(Move(from, pop_lowest(targets)));
  }

  void pawns(Bitboard targets, int step) {
    while (targets != 0) {
      const Square to = pop_lowest(targets);
      moves_.push_back(Move(Square(to.index() - step), to));
    }
  }

  void promotions(Bitboard targets, int step) {
    while (targets != 0) {
      const Square to = pop_lowest(targets);
      const Square from(to.index() - step);
      for (const PieceType piece :
           {PieceType::queen, PieceType::knight, PieceType::rook, PieceType::bishop}) {
        moves_.push_back(Move(from, to, MoveKind::promotion, piece));
      }
    }
  }

  void single(Move move) { moves_.push_back(move); }

 private:
  MoveList& moves_;
};

class Noticer {
 public:
  void piece(Square, Bitboard targets) noexcept { seen_ |= targets; }
  void pawns(Bitboard targets, int) noexcept { seen_ |= targets; }
  void promotions(Bitboard targets, int) noexcept { seen_ |= targets; }
  void single(Move move) noexcept { seen_ |= move.to().bit(); }

  [[nodiscard]] bool has_seen_any() const noexcept { return seen_ != 0; }

 private:
  Bitboard seen_ = 0;
};

}  // namespace

MoveList Position::legal_moves() const {
  MoveList moves;
  Lister lister(moves);
  visit_legal_moves(*this, lister);
  return moves;
}

bool Position::has_legal_move() const {
  Noticer noticer;
  visit_legal_moves(*this, noticer);
  return noticer.has_seen_any();
}

}  // namespace polyglot::chess
