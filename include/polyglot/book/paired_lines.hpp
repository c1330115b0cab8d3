// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/book/selection.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A position of a match in which a book move is due.
struct LineQuestion {
  const game::Game& game;    ///< whose rules are known
  std::uint32_t player = 1;  ///< the engine that moves; not 0. Two engines of a match have different numbers
  const std::vector<Candidate>& candidates;  ///< what the books have there; one of them may be played
  /// What the books have in a later position of the game.
  std::function<std::vector<Candidate>(const game::Game& later)> ahead;
  const RandomSource& random;
};

/// Answers with the moves of a line from the question's position on: at least one, as UCI has them, with a
/// blank behind each. The first is one of the question's candidates.
using LineSource = std::function<Result<std::string>(const LineQuestion& question)>;

/// The lines of a match, in a file that all its proxies share: two games with reversed colours follow each
/// line, and no line is drawn again before the book has no other.
///
/// The file holds each line with the games that follow it: who plays either side, and how many plies they
/// have followed. Nobody knows which game of the match he plays. Whoever has to move looks for a game that
/// has come to his position and waits for his move, the one that waits longest first; then for a line whose
/// second game is still due; then he draws a new line. A game that leaves its line, because one side does not
/// play from the book, takes the line with it.
/// Source: docs/tournaments.md, "BookPairs".
class PairedLines {
 public:
  /// `path`: of the file, made when it is needed; its folder must be there.
  explicit PairedLines(std::string path) : path_(std::move(path)) {}

  /// Takes a locked file of some kilobytes, for less than a millisecond where lines are not scarce. Error:
  /// the file cannot be made, written, or locked within 200 ms; then nothing has changed.
  [[nodiscard]] Result<std::string> choose(const LineQuestion& question);

 private:
  /// Where this process has followed a line last.
  struct Followed {
    std::uint64_t record;  ///< its place in the file
    std::size_t game;
  };

  std::string path_;
  std::optional<Followed> followed_;
};

}  // namespace polyglot::book
