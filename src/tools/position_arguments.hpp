// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/chess/position.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/result.hpp>
#include <polyglot/variants/position.hpp>

#include "tools/tool.hpp"

namespace polyglot::tools {

using game::kStartPosition;

[[nodiscard]] config::Switch moves_switch(std::vector<std::string>& moves);

/// A position as plain words on a command line: a FEN in quotes, moves, or moves after a FEN.
class PositionWords {
 public:
  /// The option --position. It takes all plain words that the options before it leave.
  [[nodiscard]] config::Switch option();
  /// The FEN, kStartPosition or the number of a start position; nothing if the words are moves.
  [[nodiscard]] std::optional<std::string> fen() const;
  [[nodiscard]] std::span<const std::string> moves() const;

 private:
  std::vector<std::string> words_;
};

/// A position on a command line, as plain words or by --fen and --moves.
class LineOptions {
 public:
  [[nodiscard]] std::vector<config::Switch> switches();
  /// Returns the start of the line, by default the start position. Failure: it is given in both ways, or is
  /// not a position.
  [[nodiscard]] game::Position start(const Command& command, const game::Rules& rules) const;
  /// Returns the moves from the start. Those of the plain words come first.
  [[nodiscard]] std::vector<std::string> moves() const;
  [[nodiscard]] game::Position position(const Command& command, const game::Rules& rules) const;
  [[nodiscard]] static bool is_given(const Command& command) {
    return command.has("position") || command.has("fen") || command.has("moves");
  }

 private:
  PositionWords words_;
  std::string fen_{kStartPosition};
  std::vector<std::string> moves_;
};

/// The subject of a tool: a position or a key.
struct Subject {
  std::optional<game::Position> position;  ///< nothing if only the key is known
  chess::Key key = 0;
};

/// Takes a position by LineOptions, or a key by --key.
class PositionOptions {
 public:
  [[nodiscard]] std::vector<config::Switch> switches();
  [[nodiscard]] Subject subject(const Command& command, const game::Rules& rules = game::Rules()) const;
  [[nodiscard]] static bool is_given(const Command& command) {
    return LineOptions::is_given(command) || command.has("key");
  }

 private:
  LineOptions line_;
  std::string key_;
};

/// True if a text names a start position: kStartPosition, or its number.
[[nodiscard]] bool names_start(std::string_view text);
/// True if a plain word is a position and not moves: a FEN, kStartPosition or a number.
[[nodiscard]] bool names_position(std::string_view word);
/// Whether a word is not a file, but a position or moves of chess.
[[nodiscard]] bool is_position(const std::string& word);
/// Reads a FEN, also with underscores between its fields, a line of EPD, kStartPosition, or the number of a
/// start position of Chess960 or of the variant.
[[nodiscard]] game::Position read_position(const game::Rules& rules, std::string_view fen);
/// Reads the FEN before some moves. If it is wrong, the moves may be the rest of a FEN without quotes.
[[nodiscard]] game::Position read_position_before(std::span<const std::string> moves,
                                                  const game::Rules& rules, std::string_view fen);
/// Plays moves in coordinate notation or SAN. They are read as in a file of games, see pgn::read_line(), and
/// a word may have several of them. Failure: the first illegal move, or damaged text.
void play(game::Position& position, std::span<const std::string> words);
/// Plays the moves in a game. The rules must be known.
void play(game::Game& game, std::span<const std::string> words);
/// Reads a move in coordinate notation or SAN. In a variant it tries the coordinates of UCI first, then SAN,
/// then the coordinates of XBoard. Failure: it is illegal in the position.
[[nodiscard]] game::Move read_move(const game::Position& position, std::string_view text);
[[nodiscard]] chess::Move read_move(const chess::Position& position, std::string_view text);

/// The key of a position. Failure: no book can have the position, because one of its pieces has no number.
[[nodiscard]] chess::Key key_of(const game::Position& position);

/// Reads a 64-bit key in hexadecimal, with or without 0x.
[[nodiscard]] chess::Key read_key(std::string_view text);

}  // namespace polyglot::tools
