// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include <polyglot/chess/notation.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/game/text_moves.hpp>
#include <polyglot/variants/history.hpp>

namespace polyglot::game {

/// A game by any rules: its start and the moves played from there. push() and pop() cost the same at any
/// length. Not thread-safe.
///
/// A game whose rules are not known keeps its moves as text, and knows whose turn it is. It accepts any text
/// that has the form of a move, and never ends.
class Game {
 public:
  /// Begins in the start position of chess.
  Game() : Game(Rules()) {}
  /// Begins in the start position of chess, or of a variant.
  explicit Game(const Rules& rules);
  Game(const Rules& rules, const Position& start);
  /// Makes a game whose rules are not known.
  explicit Game(TextStart start) : start_(std::move(start)) {}

  /// Returns another game by the same rules, which begins with a FEN. Error: what is wrong with the FEN.
  [[nodiscard]] Result<Game> from_fen(std::string_view fen) const;
  /// Returns a copy of the game, as text: the copy does not know its rules.
  [[nodiscard]] Game without_rules() const;
  /// Returns a copy of the game without its moves.
  [[nodiscard]] Game beginning() const;
  /// Returns a new game that begins in the last position of this one.
  [[nodiscard]] Game from_here() const;

  /// Returns null if the rules are not known. Then start() and position() are null, too.
  [[nodiscard]] const Rules* rules() const noexcept;
  [[nodiscard]] bool is_chess() const noexcept { return rules() != nullptr && rules()->is_chess(); }
  [[nodiscard]] const Position* start() const noexcept { return knows_rules() ? &board().front() : nullptr; }
  [[nodiscard]] const Position* position() const noexcept {
    return knows_rules() ? &board().back() : nullptr;
  }
  /// Returns the position after the first `ply` moves. The rules must be known, and ply <= ply().
  [[nodiscard]] const Position& position_at(std::size_t ply) const noexcept { return board()[ply]; }
  /// Returns the start of a game whose rules are not known, or null if they are known. The caller may change
  /// it until the first move.
  [[nodiscard]] TextStart* text_start() noexcept { return std::get_if<TextStart>(&start_); }
  [[nodiscard]] const TextStart* text_start() const noexcept { return std::get_if<TextStart>(&start_); }

  [[nodiscard]] std::span<const Move> moves() const noexcept { return moves_; }
  [[nodiscard]] std::size_t ply() const noexcept { return moves_.size(); }
  [[nodiscard]] Color turn() const noexcept;
  /// Returns the number of the next move, as PGN counts.
  [[nodiscard]] int move_number() const noexcept;

  /// Plays a legal move.
  void push(const Move& move);
  /// Takes back the last move; there must be one.
  void pop() { truncate(ply() - 1); }
  /// Takes back moves until `ply` remain.
  void truncate(std::size_t ply);

  /// Returns how often the present position has occurred, this time included. Two positions are the same if
  /// they agree in everything that later moves depend on. In chess this is placement, side to move, castling
  /// rights and possible en-passant capture (FIDE 9.2).
  [[nodiscard]] int occurrences() const;
  /// Returns the state of the game by its rules. The game continues if the rules do not judge a repetition,
  /// as in xiangqi, or if a perpetual check loses.
  [[nodiscard]] Outcome outcome() const;

  /// These are the functions of notation.hpp, for the last position.
  [[nodiscard]] std::optional<Move> read_uci(std::string_view text) const;
  /// Reads XBoard's coordinates, or SAN.
  [[nodiscard]] std::optional<Move> read(std::string_view text) const;
  [[nodiscard]] std::string to_uci(const Move& move, CastlingNotation castling) const;
  [[nodiscard]] std::string to_xboard(const Move& move, CastlingNotation castling) const;
  /// Returns SAN, or to_xboard() if the rules are not known.
  [[nodiscard]] std::string to_san(const Move& move) const;

  /// Returns the FEN of the start for UCI; empty if it is the usual start of the variant.
  [[nodiscard]] std::string uci_start(CastlingNotation castling) const;
  /// Appends all moves as UCI writes them, with a blank before each.
  void append_uci_moves(CastlingNotation castling, std::string& out) const;

 private:
  /// Known rules, and the positions that the moves lead to.
  struct Board {
    Rules rules;
    std::vector<Position> positions;                ///< the start position and the one after each move
    std::vector<variants::Occurrence> occurrences;  ///< one for each position
  };

  [[nodiscard]] bool knows_rules() const noexcept { return std::holds_alternative<Board>(start_); }
  [[nodiscard]] const std::vector<Position>& board() const noexcept {
    return std::get<Board>(start_).positions;
  }

  std::variant<Board, TextStart> start_;
  std::vector<Move> moves_;
};

/// Returns how to write castling in a position if it is not known whether the game is Chess960. Where e1g1
/// could be misread, the king takes the rook.
[[nodiscard]] inline chess::CastlingNotation castling_notation(const Position& position) noexcept {
  return position.needs_chess960() ? chess::CastlingNotation::king_takes_rook
                                   : chess::CastlingNotation::king_to_destination;
}

/// Returns how to write castling in the last position of a game.
[[nodiscard]] inline chess::CastlingNotation castling_notation(const Game& game, bool chess960) noexcept {
  if (chess960) return chess::CastlingNotation::king_takes_rook;
  const Position* const position = game.position();
  return position != nullptr ? castling_notation(*position) : chess::CastlingNotation::king_to_destination;
}

}  // namespace polyglot::game
