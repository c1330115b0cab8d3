// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <polyglot/builder/game_filter.hpp>
#include <polyglot/result.hpp>

namespace polyglot::builder {

/// What happened to the games. Every game is counted in `games` and in one of used, filtered, duplicates,
/// variants, bad_starts, too_long or no_results; those used up to a move only in bad_moves or null_moves as
/// well, and those of which something else is lost in lost_text.
struct Counts {
  std::uint64_t games = 0;
  std::uint64_t used = 0;
  std::uint64_t plies = 0;                               ///< moves taken from the games used
  std::uint64_t filtered = 0;                            ///< not wanted
  std::array<std::uint64_t, kRejections> rejected = {};  ///< these, by Rejection
  std::uint64_t duplicates = 0;                          ///< the same as an earlier one
  std::uint64_t variants = 0;                            ///< games of other variants
  std::uint64_t bad_starts = 0;                          ///< a FEN tag that is no position
  std::uint64_t too_long = 0;                            ///< games that do not fit into memory
  std::uint64_t no_results = 0;  ///< without a result, or with a wrong move, where XBoard takes no such game
  std::uint64_t bad_moves = 0;   ///< cut before a move that is none
  std::uint64_t null_moves = 0;  ///< cut before a null move
  std::uint64_t lost_text = 0;   ///< with flaws of their text, see pgn::FlawKind

  Counts& operator+=(const Counts& other) noexcept;
  friend bool operator==(const Counts&, const Counts&) = default;
};

/// A place in the input where something was lost.
struct Problem {
  std::string place;  ///< `file:line`, or the file alone
  std::string what;

  [[nodiscard]] std::string to_string() const { return Error{what, place}.to_string(); }
};

/// What became of a run.
struct Summary {
  Counts counts;
  std::uint64_t problems = 0;
  std::vector<Problem> first_problems;  ///< in the order of the input, files without games last
  bool damaged_input = false;           ///< a file could not be read to its end
  std::uint64_t moves = 0;              ///< moves seen, each counted once in a position
  std::uint64_t entries = 0;            ///< those that are in the book
  std::uint64_t spilled = 0;            ///< bytes that did not fit into memory
};

}  // namespace polyglot::builder
