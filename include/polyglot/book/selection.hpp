#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <polyglot/book/book_source.hpp>

namespace polyglot::book {

/// How a move is chosen among those of a position.
struct SelectionPolicy {
  bool random = true;  ///< BookRandom: weighted random choice; false: highest share, first on a tie
  int threshold = 5;   ///< BookTreshold, per mille of the total weight: moves at or under it are not played
};

/// A move that may be played, with what a person wants to know of it.
struct Candidate {
  BookMove entry;
  std::uint32_t share = 0;  ///< floor(10000 * weight / total weight), of learned weights if there are any
};

/// A uniformly distributed number in [0, bound); bound > 0. Injected, so that tests and BookSeed can fix it.
using RandomSource = std::function<std::uint32_t(std::uint32_t bound)>;

/// All moves with their shares, in file order. With BookLearn weights count as learned_weight() of what was
/// learned of them; null: as they are.
[[nodiscard]] std::vector<Candidate> with_shares(const BookMoves& moves,
                                                 const LearnedMoves* learned = nullptr);

/// True if the move may be played: its share exceeds the policy's threshold.
[[nodiscard]] bool passes(const Candidate& candidate, const SelectionPolicy& policy) noexcept;

/// The moves that pass the policy's threshold, in file order; zero weight never passes.
/// Source: docs/book-format.md, "Choosing a move".
[[nodiscard]] std::vector<Candidate> eligible(const BookMoves& moves, const SelectionPolicy& policy,
                                              const LearnedMoves* learned = nullptr);

/// Chooses one; nothing if there is none.
[[nodiscard]] std::optional<Candidate> select(const std::vector<Candidate>& candidates,
                                              const SelectionPolicy& policy, const RandomSource& random);

/// A RandomSource of its own generator. Seed 0: seeded from the system's entropy.
[[nodiscard]] RandomSource make_random_source(std::uint64_t seed);

}  // namespace polyglot::book
