// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include <polyglot/chess/types.hpp>
#include <polyglot/result.hpp>

namespace polyglot::os {
struct FileStamp;
}

namespace polyglot::book {

/// Returns the path of the file of the games that a book, or a file of results, has learned: `book.bin.games`
/// for `book.bin`. If `results` is a link, the file is beside the link's target.
[[nodiscard]] std::string learned_games_file(const std::string& results);

/// The games that a book has learned, by their fingerprints, with the number of times for each side. The file
/// has 16 bytes for each game. Not thread-safe. Source: docs/learning.md, "The games that were learned".
class LearnedGames {
 public:
  /// Reads the file without a lock; the result cannot be committed. A missing file has no games. Error: it is
  /// damaged or cannot be read.
  [[nodiscard]] static Result<LearnedGames> read(const std::string& path);
  /// Reads the file and locks it as long as this object lives; creates a missing file. Error: it is damaged,
  /// cannot be read or created, or another program locks it for longer than `patience`.
  [[nodiscard]] static Result<LearnedGames> open_locked(const std::string& path,
                                                        std::chrono::milliseconds patience);
  LearnedGames(LearnedGames&& other) noexcept;
  LearnedGames& operator=(LearnedGames&&) = delete;
  /// Removes a locked file that has no games.
  ~LearnedGames();

  /// Returns how often a game was learned from the moves of a side.
  [[nodiscard]] std::uint32_t times(std::uint64_t fingerprint, chess::Color side) const noexcept;
  void set_times(std::uint64_t fingerprint, chess::Color side, std::uint32_t times);

  /// Writes the new file under a temporary name. All that can fail is done here, before a book changes.
  [[nodiscard]] Result<void> prepare();
  /// Keeps the games in a second file that counts as soon as the results have this stamp. Call it before the
  /// results are replaced. If the program ends before commit(), games and results agree nevertheless.
  [[nodiscard]] Result<void> promise(const os::FileStamp& stamp_of_new_results) const;
  /// Gives the new file its name. Call it after prepare().
  [[nodiscard]] Result<void> commit();

 private:
  struct State;
  explicit LearnedGames(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace polyglot::book
