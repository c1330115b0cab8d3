// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <polyglot/pgn/chunk_reader.hpp>
#include <polyglot/pgn/game_text.hpp>

namespace polyglot::pgn {

struct MoveTextStart;
struct StrayMoves;

/// Finds the games in a text, however damaged. Never fails: what cannot be understood is passed over and is a
/// flaw of its game, and a game ends at the latest where the next one's tags begin. Costs time linear in the
/// text.
///
/// A game begins with a tag pair, or between games with a move number at the start of a line, or with moves
/// of which the first is legal in the start position and has no number or the first one. Among a game's moves
/// a new one begins at a line with a tag pair, even inside of comments and variations that are still open,
/// unless the line before is a tag too.
class GameReader {
 public:
  explicit GameReader(const Chunk& chunk) : GameReader(chunk.text(), chunk.line()) {}
  explicit GameReader(std::string_view text, std::uint64_t first_line = 1);

  /// Puts the next game in place of what `game` held; false if there is none. A game used before spares
  /// allocations.
  [[nodiscard]] bool next(GameText& game);

  /// The line on which a part of the text begins. Cheap if asked in the order of the text.
  [[nodiscard]] std::uint64_t line_of(std::string_view part) noexcept;

  /// How many characters have been looked at in search of the beginnings of games, repeated looks included.
  [[nodiscard]] std::uint64_t searched() const noexcept { return searched_; }

 private:
  [[nodiscard]] MoveTextStart read_tags(GameText& game, std::size_t at) const;
  [[nodiscard]] std::string_view find_next(std::size_t at, bool behind_game);
  [[nodiscard]] std::string_view go_to_game(std::size_t at, std::size_t game, bool behind_game);
  [[nodiscard]] bool begin_at(const StrayMoves& moves, std::size_t at);
  static void finish_flaws(GameText& game, std::string_view lost);

  std::string_view text_;
  std::size_t at_ = 0;  ///< where the next game begins
  std::uint64_t searched_ = 0;
  std::size_t line_at_ = 0;
  std::uint64_t line_ = 1;  ///< of line_at_
  std::uint64_t first_line_;
};

}  // namespace polyglot::pgn
