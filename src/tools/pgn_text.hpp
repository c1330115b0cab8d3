// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/tree.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/openings/opening_names.hpp>
#include <polyglot/pgn/game_text.hpp>

namespace polyglot::tools {

/// Builds movetext of PGN, with line breaks between words.
class PgnText {
 public:
  void add(const std::string& word);
  /// Adds moves with their numbers.
  void add_line(game::Position start, std::span<const game::Move> moves);
  /// Adds a text in braces. Control characters and braces in it are replaced.
  void add_comment(std::string_view text);

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
  std::size_t column_ = 0;
};

/// The number before a move: "5." or "5...".
[[nodiscard]] std::string move_number(const game::Position& position);

/// The number before a move in a line of moves; empty before Black's moves, except at the start of the line.
[[nodiscard]] std::string move_number_in_line(const game::Position& position, bool is_first);

/// A game's moves with their numbers: "1. e4 c5".
[[nodiscard]] std::string moves_text(game::Position start, std::span<const game::Move> moves);

/// The tags of a game's start: the variant's name unless it is chess, and the FEN unless it is the usual one.
[[nodiscard]] std::string start_tags(const game::Rules& rules, const game::Position& start, bool chess960);

/// The text of a game without a result: the seven tags, start_tags(), those of the opening, and the moves.
[[nodiscard]] std::string pgn_game(std::string_view event, const std::string& round, const game::Rules& rules,
                                   const game::Position& start, const PgnText& moves,
                                   const openings::Opening* opening = nullptr);

/// A move of a position with its comment.
struct NotedMove {
  std::string san;
  std::string note;
};

/// A position as a game: the first move is the move of the game, the others are variations.
[[nodiscard]] std::string position_as_game(std::string_view event, const game::Rules& rules,
                                           const game::Position& position, std::span<const NotedMove> moves);

/// The comment on a move of a tree, without braces; empty: none.
using TreeNote =
    std::function<std::string(const book::BookTree::Node& node, const book::BookTree::Move& move)>;

/// Writes a tree as movetext. The heaviest moves are the main line, the others are variations.
[[nodiscard]] PgnText tree_text(const book::BookTree& tree, const TreeNote& note);

/// The place for a comment on a move of a PGN text: after the move and its signs. `move` must be a part of
/// `text`.
[[nodiscard]] std::size_t end_of_move(std::string_view text, std::string_view move);

}  // namespace polyglot::tools
