#include <bit>

#include <polyglot/chess/perft.hpp>

#include "chess/movegen.hpp"

namespace polyglot::chess {
namespace {

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

// Counting bits is the larger part of counting moves, and baseline x86-64 has no instruction for it: the
// loader picks the version that the processor can run. Sanitizers are not ready yet when it does.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
[[gnu::target_clones("popcnt", "default"), gnu::flatten]]
#endif
std::uint64_t
count_legal_moves(const Position& position) {
  Counter counter;
  visit_legal_moves(position, counter);
  return counter.total();
}

}  // namespace

std::uint64_t perft(const Position& position, int depth) {
  if (depth <= 0) return 1;
  if (depth == 1) return count_legal_moves(position);
  std::uint64_t leaves = 0;
  for (const Move move : position.legal_moves()) {
    Position next = position;
    next.make(move);
    leaves += perft(next, depth - 1);
  }
  return leaves;
}

}  // namespace polyglot::chess
