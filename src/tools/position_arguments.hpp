// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/chess/position.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/result.hpp>
#include <polyglot/variants/book_code.hpp>
#include <polyglot/variants/position.hpp>

#include "tools/tool.hpp"

namespace polyglot::tools {

/// The word for the start position, where a FEN is expected.
inline constexpr std::string_view kStartPosition = "startpos";

/// The option --moves.
[[nodiscard]] config::Switch moves_switch(std::vector<std::string>& moves);

/// What a tool is asked about.
struct Subject {
  std::optional<game::Position> position;  ///< nothing if only the key is known
  chess::Key key = 0;
};

/// The options --fen and --moves, and --key in place of them.
class PositionOptions {
 public:
  [[nodiscard]] std::vector<config::Switch> switches();
  /// The position after --moves from --fen, which is the start position unless given; or the key.
  [[nodiscard]] Result<Subject> subject(const Command& command,
                                        const game::Rules& rules = game::Rules()) const;
  /// Whether any of them was given.
  [[nodiscard]] static bool is_given(const Command& command) {
    return command.has("fen") || command.has("moves") || command.has("key");
  }

 private:
  std::string fen_{kStartPosition};
  std::vector<std::string> moves_;
  std::string key_;
};

/// True if a text stands for a start position: kStartPosition, or a number of one.
[[nodiscard]] bool names_start(std::string_view text);
/// Reads a FEN, kStartPosition, or the number of a start position of Chess960.
[[nodiscard]] Result<chess::Position> read_position(std::string_view fen);

/// Plays moves in coordinate notation or SAN; move numbers among them are passed over, and a word may hold
/// several moves. Error: the first that is not legal, and where.
[[nodiscard]] Result<void> play(chess::Position& position, std::span<const std::string> words);
[[nodiscard]] Result<void> play(chess::Position& position, std::string_view words);

/// A move in coordinate notation or SAN. Error: it is not legal here.
[[nodiscard]] Result<chess::Move> read_move(const chess::Position& position, std::string_view text);

/// The same in a variant, with its own start positions. Moves are read in the coordinates of `notation`
/// first, then in SAN, and last in the other coordinates.
[[nodiscard]] Result<variants::Position> read_position(const variants::Variant& variant,
                                                       std::string_view fen);
[[nodiscard]] Result<void> play(variants::Position& position, std::span<const std::string> words);
[[nodiscard]] Result<variants::Move> read_move(const variants::Position& position, std::string_view text,
                                               variants::Notation notation = variants::Notation::uci);

/// The same in a game of any rules.
[[nodiscard]] Result<game::Position> read_position(const game::Rules& rules, std::string_view fen);
[[nodiscard]] Result<void> play(game::Position& position, std::span<const std::string> words);
/// Plays the moves in a game, whose rules must be known.
[[nodiscard]] Result<void> play(game::Game& game, std::span<const std::string> words);
[[nodiscard]] Result<game::Move> read_move(const game::Position& position, std::string_view text);

/// Error: no book can have the position, as one of its pieces has no number.
[[nodiscard]] Result<chess::Key> key_of(const game::Position& position);

/// A 64-bit key in hexadecimal, with or without 0x.
[[nodiscard]] Result<chess::Key> read_key(std::string_view text);

}  // namespace polyglot::tools
