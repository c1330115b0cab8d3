// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include <polyglot/chess/types.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The file of the games that a book, or a file of results, has learned: `book.bin.games` of `book.bin`.
/// Where the results are a link, beside the file that it leads to.
[[nodiscard]] std::string learned_games_file(const std::string& results);

/// Which games a book has learned, by their fingerprints, and how often from the moves of each side. A file
/// of 16 bytes a game, see docs/learning.md, "The games that were learned".
class LearnedGames {
 public:
  /// Reads the file; one that is not there names no game. It is not locked, and cannot be committed.
  /// Error: it is damaged, or cannot be read.
  [[nodiscard]] static Result<LearnedGames> read(const std::string& path);
  /// Reads the file and locks it for as long as this lives; makes it if it is not there. Error: it is
  /// damaged, cannot be read or made, or another program keeps it locked for `patience`.
  [[nodiscard]] static Result<LearnedGames> open_locked(const std::string& path,
                                                        std::chrono::milliseconds patience);
  LearnedGames(LearnedGames&& other) noexcept;
  LearnedGames& operator=(LearnedGames&&) = delete;
  /// Removes a file that is locked and names no game.
  ~LearnedGames();

  /// How often a game was learned from the moves of a side.
  [[nodiscard]] std::uint32_t times(std::uint64_t fingerprint, chess::Color side) const noexcept;
  void set_times(std::uint64_t fingerprint, chess::Color side, std::uint32_t times);

  /// Writes the new file, all but its name: what can fail is done before a book is changed.
  [[nodiscard]] Result<void> prepare();
  /// Gives it its name. Call it after prepare().
  [[nodiscard]] Result<void> commit();

 private:
  struct State;
  explicit LearnedGames(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace polyglot::book
