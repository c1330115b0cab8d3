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

/// A question for a book move in a position of a match.
struct LineQuestion {
  const game::Game& game;  ///< its rules must be known
  /// Number of the engine that moves, not 0; two engines of a match have different ones.
  std::uint32_t player = 1;
  const std::vector<Candidate>& candidates;  ///< the moves of the books, at least one of which may be played
  /// Returns the moves of the books in a later position of the game.
  std::function<std::vector<Candidate>(const game::Game& later)> ahead;
  const RandomSource& random;
};

/// Returns the moves of a line, from the position of the question: at least one, in UCI notation, with a
/// blank after each. The first one is one of the candidates.
using LineSource = std::function<Result<std::string>(const LineQuestion& question)>;

/// The opening lines of a match, in a file that all its proxies share. Two games with reversed colours follow
/// each line. A line is drawn again only when the book has no other.
///
/// The file holds each line with the games that follow it: the players of both sides, and the number of plies
/// played. A proxy does not know which game of the match it plays. When it has to move, it first looks for a
/// game that has reached its position and waits for its move. The one that has waited longest comes first.
/// Then it looks for a line whose second game is missing. Then it draws a new line. A game leaves its line if
/// one side does not play from the book; the line is then dropped. Not thread-safe. Source:
/// docs/tournaments.md, "BookPairs".
class PairedLines {
 public:
  /// `path` is that of the file, which is created when needed. Its folder must exist.
  explicit PairedLines(std::string path) : path_(std::move(path)) {}

  /// Chooses the moves of a line. It locks a file of a few kilobytes, for less than a millisecond if enough
  /// lines remain. Error: the file cannot be created, written, or locked within 200 ms; nothing has changed
  /// then.
  [[nodiscard]] Result<std::string> choose(const LineQuestion& question);

 private:
  /// The line that this process followed last.
  struct Followed {
    std::uint64_t record;  ///< its place in the file
    std::size_t game;
  };

  std::string path_;
  std::optional<Followed> followed_;
};

}  // namespace polyglot::book
