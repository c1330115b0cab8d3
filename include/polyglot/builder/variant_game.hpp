// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/game/rules.hpp>
#include <polyglot/pgn/game_text.hpp>
#include <polyglot/pgn/game_tree.hpp>
#include <polyglot/pgn/game_walk.hpp>
#include <polyglot/result.hpp>
#include <polyglot/variants/book_code.hpp>
#include <polyglot/variants/position.hpp>

namespace polyglot::builder {

/// Returns true if the game has no Variant tag, or an empty one: "", "?" or "-".
[[nodiscard]] bool is_untagged(const pgn::GameText& game);

/// Returns true if the game's Variant tag means this variant. A game without a tag is chess; with `untagged`
/// it is a game of any variant.
[[nodiscard]] bool is_game_of(const pgn::GameText& game, const variants::Variant& variant,
                              bool untagged = false);

/// Returns true if the Variant tag means these rules, as is_game_of() for a variant does.
[[nodiscard]] bool is_game_of(const pgn::GameText& game, const game::Rules& rules, bool untagged = false);

/// Returns the start of the game: its FEN tag, or the usual start. Error: the tag is wrong.
[[nodiscard]] Result<variants::Position> start_of(const pgn::GameText& game,
                                                  const variants::Variant& variant);

/// Returns the word with a plus before it, which belongs to the move of a promoted piece. `word` is a part of
/// `text`. In chess a plus has no use.
[[nodiscard]] std::string_view with_plus(std::string_view word, std::string_view text);

/// Returns the two steps of a Lion: the first two words with the comma between them. Empty if the words are
/// no such steps.
[[nodiscard]] std::string_view joined_by_comma(std::span<const std::string_view> words);

/// The moves of a game up to the first one that cannot be read.
struct VariantMoves {
  std::vector<variants::Move> moves;
  variants::Position end;  ///< after the moves
  pgn::WalkStop stop = pgn::WalkStop::end;
  std::string_view where = {};                            ///< the word that is not a move, in the game's text
  variants::Notation notation = variants::Notation::uci;  ///< the notation of the moves

  /// Returns the reason for the stop.
  [[nodiscard]] std::string message() const;
};

/// Reads up to `most` moves, in SAN or coordinates. On boards of ten ranks XBoard counts from 0 and others
/// from 1. The notation in which more moves can be read is used, or UCI's if both read the same number.
[[nodiscard]] VariantMoves read_moves(const pgn::GameText& game, const variants::Position& start,
                                      std::size_t most);

/// A game by any rules, up to its first move that cannot be read.
struct PlayedLine {
  game::Position start;
  std::vector<game::Move> moves;
  pgn::WalkStop stop = pgn::WalkStop::end;
  std::string fault;  ///< what is wrong where the moves end; empty if nothing is, or `most` ended them
};

/// Plays up to `most` moves of a game by these rules. Error: the FEN tag is wrong.
[[nodiscard]] Result<PlayedLine> play_line(const pgn::GameText& game, const game::Rules& rules,
                                           std::size_t most = static_cast<std::size_t>(-1));

/// Reads the move with this index in the game's tree, written in `notation`; nothing if it is illegal.
[[nodiscard]] std::optional<pgn::PlayedMove<variants::Move>> read_tree_move(
    const pgn::GameText& game, std::span<const pgn::TreeMove> moves, const variants::Position& position,
    std::size_t number, variants::Notation notation);

}  // namespace polyglot::builder
