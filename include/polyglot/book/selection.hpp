// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include <polyglot/book/book_source.hpp>

namespace polyglot::book {

/// How one of the playable moves is chosen. Source: docs/play.md.
enum class ChoiceMode : std::uint8_t {
  weighted,  ///< in proportion to the shares
  best,      ///< the highest share; of equal ones the first
  uniform,   ///< all with the same probability
  power,     ///< in proportion to the shares to a power
  top,       ///< weighted among those with the highest shares
  explore,   ///< by the upper confidence bounds of the learned results
};

/// Which moves of a position may be played, and how one of them is chosen.
struct SelectionPolicy {
  ChoiceMode mode = ChoiceMode::weighted;
  double power = 1;     ///< ChoiceMode::power: 0 is uniform, 1 is weighted, 10 is nearly always the best move
  std::size_t top = 3;  ///< ChoiceMode::top: the number of moves
  bool by_results = false;       ///< true: learned_weight() replaces the weights (BookLearn)
  int threshold = 5;             ///< per mille of the total weight: moves at or below it are not played
  int best_threshold = 0;        ///< per mille of the heaviest move's weight: moves below it are not played
  std::uint32_t min_weight = 0;  ///< moves with a lower weight in the book are not played
  std::size_t min_moves = 1;     ///< if fewer moves may be played, none is played
};

/// A move of a position, and how it was judged.
struct Candidate {
  BookMove entry;
  std::optional<LearnedResult> learned{};  ///< nothing: it was not requested
  std::uint32_t share = 0;  ///< floor(10000 * weight / total weight), of learned weights if they count
  std::uint32_t parts = 0;  ///< how many of the random numbers choose this move
  double probability = 0;   ///< probability of being played: parts / sum of all parts
  std::string_view rule{};  ///< why it is not played, a string literal; empty if it may be played

  [[nodiscard]] bool is_kept() const noexcept { return rule.empty(); }
};

/// Returns a uniformly distributed number in [0, bound); bound > 0. Tests and BookSeed can replace it.
using RandomSource = std::function<std::uint32_t(std::uint32_t bound)>;

/// Judges all moves, in file order: computes their shares, and drops moves by the thresholds of the policy.
/// `learned` are their results, or null if they are not requested. Afterwards the caller may set `rule` of
/// other moves, and then calls settle(). Source: docs/book-format.md, "Choosing a move".
[[nodiscard]] std::vector<Candidate> judge(const BookMoves& moves, const LearnedMoves* learned,
                                           const SelectionPolicy& policy);

/// Computes parts and probabilities of the kept moves by the policy's mode, and drops moves that the mode
/// never plays. Drops all moves if fewer than `min_moves` were kept. Call this once.
void settle(std::vector<Candidate>& candidates, const SelectionPolicy& policy);

/// Sets parts and probabilities of candidates in proportion to `values`, for example sums over several books.
/// There is one value for each candidate, and none is negative. Equal values give equal parts on all
/// platforms.
void apportion(std::vector<Candidate>& candidates, const std::vector<double>& values);

struct Choice {
  Candidate candidate;
  std::size_t index = 0;    ///< its index among the candidates
  std::uint32_t drawn = 0;  ///< the random number, in [0, bound)
  std::uint32_t bound = 1;  ///< 1: there was only one possible choice, and no number was drawn
};

/// Draws a candidate in proportion to its parts. Returns nothing if all parts are 0.
[[nodiscard]] std::optional<Choice> choose(const std::vector<Candidate>& candidates,
                                           const RandomSource& random);

/// Returns a seed from the system's entropy, not 0. As BookSeed it repeats a run.
[[nodiscard]] std::uint64_t random_seed();
/// Returns a RandomSource with its own generator. Seed 0 means random_seed().
[[nodiscard]] RandomSource make_random_source(std::uint64_t seed);

}  // namespace polyglot::book
