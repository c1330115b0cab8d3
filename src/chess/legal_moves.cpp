// SPDX-License-Identifier: MIT
#include <bit>

#include <polyglot/chess/position.hpp>

#include "chess/movegen.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#endif

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

class Counter {
 public:
  void piece(Square, Bitboard targets) noexcept { count_ += count(targets); }
  void pawns(Bitboard targets, int) noexcept { count_ += count(targets); }
  void promotions(Bitboard targets, int) noexcept { count_ += 4 * count(targets); }
  void single(Move) noexcept { ++count_; }

  [[nodiscard]] std::uint64_t total() const noexcept { return count_; }

 private:
  static std::uint64_t count(Bitboard set) noexcept { return static_cast<std::uint64_t>(std::popcount(set)); }

  std::uint64_t count_ = 0;
};

std::uint64_t count_legal_moves(const Position& position) {
  Counter counter;
  visit_legal_moves(position, counter);
  return counter.total();
}

using Count = std::uint64_t (*)(const Position& position);

#if defined(__x86_64__) && defined(__GNUC__)
[[gnu::target("popcnt"), gnu::flatten]] std::uint64_t count_with_popcnt(const Position& position) {
  return count_legal_moves(position);
}

// Counting bits takes most of the time of counting moves, and baseline x86-64 has no instruction for it. We
// ask the processor about it at the first count and not at the start. In a virtual machine the answer takes
// microseconds, and the proxy counts no moves.
Count fastest_count() {
  unsigned int eax = 0;
  unsigned int ebx = 0;
  unsigned int ecx = 0;
  unsigned int edx = 0;
  const bool is_known = __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0;
  return is_known && (ecx & bit_POPCNT) != 0 ? count_with_popcnt : count_legal_moves;
}
#else
Count fastest_count() {
  return count_legal_moves;
}
#endif

std::uint64_t count_leaves(const Position& position, int depth, Count count) {
  if (depth == 1) return count(position);
  std::uint64_t leaves = 0;
  for (const Move move : position.legal_moves()) {
    Position next = position;
    next.make(move);
    leaves += count_leaves(next, depth - 1, count);
  }
  return leaves;
}

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

std::uint64_t perft(const Position& position, int depth) {
  static const Count count = fastest_count();
  return depth <= 0 ? 1 : count_leaves(position, depth, count);
}

}  // namespace polyglot::chess
