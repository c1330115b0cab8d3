// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include <polyglot/book/book_source.hpp>

namespace polyglot::book {

/// How one of the moves that may be played is chosen. Source of all: docs/play.md.
enum class ChoiceMode : std::uint8_t {
  weighted,  ///< in proportion to the shares
  best,      ///< the highest share, the first one on a tie
  uniform,   ///< all alike
  power,     ///< in proportion to the shares to a power
  top,       ///< weighted among those with the highest shares
  explore,   ///< by the upper confidence bounds of what was learned
};

/// Which moves of a position may be played, and how one of them is chosen.
struct SelectionPolicy {
  ChoiceMode mode = ChoiceMode::weighted;
  double power = 1;     ///< ChoiceMode::power: 0 plays all alike, 1 is weighted, 10 nearly always the best
  std::size_t top = 3;  ///< ChoiceMode::top: so many moves
  bool by_results = false;       ///< weights count as learned_weight() of what was learned (BookLearn)
  int threshold = 5;             ///< per mille of the total weight: moves at or under it are not played
  int best_threshold = 0;        ///< per mille of the heaviest move's weight: moves under it are not played
  std::uint32_t min_weight = 0;  ///< moves of less weight, as it stands in the book, are not played
  std::size_t min_moves = 1;     ///< if fewer moves may be played, none is
};

/// A move of a position, and what became of it when the book was asked.
struct Candidate {
  BookMove entry;
  std::optional<LearnedResult> learned{};  ///< nothing if nobody asked for it
  std::uint32_t share = 0;  ///< floor(10000 * weight / total weight), of learned weights if they count
  std::uint32_t parts = 0;  ///< how many of the numbers that can be drawn are this move's
  double probability = 0;   ///< with which it is played: parts / sum of all parts
  std::string_view rule{};  ///< why it is not played, a literal; empty if it may be

  [[nodiscard]] bool is_kept() const noexcept { return rule.empty(); }
};

/// A uniformly distributed number in [0, bound); bound > 0. Injected, so that tests and BookSeed can fix it.
using RandomSource = std::function<std::uint32_t(std::uint32_t bound)>;

/// All moves with their shares, in file order, and which of them the policy's thresholds drop. `learned`:
/// what is known of them; null: not asked for. Whoever has rules of his own sets `rule` of further ones;
/// settle() comes after that. Source: docs/book-format.md, "Choosing a move".
[[nodiscard]] std::vector<Candidate> judge(const BookMoves& moves, const LearnedMoves* learned,
                                           const SelectionPolicy& policy);

/// Gives the kept ones their parts and probabilities, as the policy's mode says, and drops those that it
/// never plays; all if fewer than `min_moves` were kept. Call it once.
void settle(std::vector<Candidate>& candidates, const SelectionPolicy& policy);

/// Gives candidates parts and probabilities in proportion to `values`, one for each of them, none negative:
/// the sums of what several books say, for example. Platforms agree on parts whose values they agree on.
void apportion(std::vector<Candidate>& candidates, const std::vector<double>& values);

/// A move that was drawn.
struct Choice {
  Candidate candidate;
  std::size_t index = 0;    ///< its place among those that it was chosen from
  std::uint32_t drawn = 0;  ///< the number, in [0, bound)
  std::uint32_t bound = 1;  ///< 1: there was but one thing to choose, and no number was drawn
};

/// Draws one by its parts; nothing if none has any.
[[nodiscard]] std::optional<Choice> choose(const std::vector<Candidate>& candidates,
                                           const RandomSource& random);

/// A seed from the system's entropy, of those that BookSeed takes, so that a run can be repeated; not 0.
[[nodiscard]] std::uint64_t random_seed();
/// A RandomSource of its own generator. Seed 0: random_seed().
[[nodiscard]] RandomSource make_random_source(std::uint64_t seed);

}  // namespace polyglot::book
