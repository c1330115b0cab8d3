#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <polyglot/chess/position.hpp>

namespace polyglot::tools {

/// Movetext of PGN: lines are broken between words.
class PgnText {
 public:
  void add(const std::string& word);

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
  std::size_t column_ = 0;
};

/// A game without result, ready to be written: the seven tags, those of `start` unless it is the start
/// position of chess, and the moves.
[[nodiscard]] std::string pgn_game(std::string_view event, const std::string& round,
                                   const chess::Position& start, const PgnText& moves);

/// A move of a position, and what is said of it.
struct NotedMove {
  std::string san;
  std::string note;
};

/// A position as a game: the first of its moves is that of the game, the others are variations.
[[nodiscard]] std::string position_as_game(std::string_view event, const chess::Position& position,
                                           std::span<const NotedMove> moves);

}  // namespace polyglot::tools
