// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include <polyglot/pgn/chunk_reader.hpp>
#include <polyglot/pgn/game_text.hpp>
#include <polyglot/result.hpp>

namespace polyglot::pgn {

struct MoveTextStart;
struct StrayMoves;

/// Finds the games in a text, even if it is damaged. It never fails: text that it cannot understand is
/// skipped and recorded as a flaw of its game. A game ends at the latest where the tags of the next one
/// begin. Cost: linear in the length of the text. Not thread-safe.
///
/// Between games, a new game begins with a tag pair, with a move number at the start of a line, or with
/// moves. The first of these moves must be legal in the start position, and have the number 1 or none. Inside
/// a game, a new game begins at a line with a tag pair, even inside open comments and variations. This does
/// not apply if the line before is a tag, too. A game without a FEN also ends before move number 1 with a
/// first move of White.
class GameReader {
 public:
  explicit GameReader(const Chunk& chunk) : GameReader(chunk.text(), chunk.line()) {}
  explicit GameReader(std::string_view text, std::uint64_t first_line = 1);

  /// Replaces the contents of `game` by the next game. False if there is none. Reusing it saves allocations.
  [[nodiscard]] bool next(GameText& game);

  /// Returns the line on which a part of the text begins. Fast if calls follow the text.
  [[nodiscard]] std::uint64_t line_of(std::string_view part) noexcept;

  /// Returns how many characters the searches for games have examined, repetitions included.
  [[nodiscard]] std::uint64_t searched() const noexcept { return searched_; }

 private:
  [[nodiscard]] std::size_t column_of(std::size_t game) noexcept;
  [[nodiscard]] MoveTextStart read_tags(GameText& game, std::size_t at) const;
  [[nodiscard]] std::string_view find_next(std::size_t at, bool behind_game);
  [[nodiscard]] std::string_view go_to_game(std::size_t at, std::size_t game, bool behind_game);
  [[nodiscard]] bool begin_at(const StrayMoves& moves, std::size_t at);
  static void finish_flaws(GameText& game, std::string_view lost);

  std::string_view text_;
  std::size_t at_ = 0;          ///< where the next game begins
  std::size_t last_at_ = 0;     ///< where the last one began
  std::size_t line_begin_ = 0;  ///< the beginning of the line of last_at_
  std::uint64_t searched_ = 0;
  std::size_t line_at_ = 0;
  std::uint64_t line_ = 1;  ///< the number of the line at line_at_
  std::uint64_t first_line_;
};

/// Calls `visit(game)` for each game of a file, in its order; `visit` returns a Result<void>. A game that is
/// too long is left out. Error: the file cannot be read completely, or the first error of `visit`.
template <class Visit>
[[nodiscard]] Result<void> visit_games(const std::string& path, Visit&& visit) {
  auto input = Input::open(path);
  if (!input) return input.error();
  ChunkReader chunks(std::move(*input));
  Chunk chunk;
  GameText game;
  for (;;) {
    const auto more = chunks.next(chunk);
    if (!more && chunks.skips_game()) continue;
    if (!more) return more.error();
    if (!*more) return {};
    for (GameReader games(chunk); games.next(game);)
      if (auto visited = visit(std::as_const(game)); !visited) return visited;
  }
}

}  // namespace polyglot::pgn
