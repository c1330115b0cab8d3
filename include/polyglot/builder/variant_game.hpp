// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/pgn/game_text.hpp>
#include <polyglot/pgn/game_tree.hpp>
#include <polyglot/pgn/game_walk.hpp>
#include <polyglot/result.hpp>
#include <polyglot/variants/book_code.hpp>
#include <polyglot/variants/position.hpp>

namespace polyglot::builder {

/// True if the game has no Variant tag, or one that says nothing: "", "?" or "-".
[[nodiscard]] bool is_untagged(const pgn::GameText& game);

/// True if the game's Variant tag means this variant. Without a tag it is chess, or with `untagged` of any
/// variant.
[[nodiscard]] bool is_game_of(const pgn::GameText& game, const variants::Variant& variant,
                              bool untagged = false);

/// True if it begins with a position of its own, that of its FEN tag.
[[nodiscard]] bool has_position(const pgn::GameText& game);

/// Where the game begins: with its FEN tag, or as all do. Error: the tag is wrong.
[[nodiscard]] Result<variants::Position> start_of(const pgn::GameText& game,
                                                  const variants::Variant& variant);

/// The moves of a game, as far as they can be read.
struct VariantMoves {
  std::vector<variants::Move> moves;
  pgn::WalkStop stop = pgn::WalkStop::end;
  std::string_view where = {};                            ///< what is no move, part of the game's text
  variants::Notation notation = variants::Notation::uci;  ///< in which they were read

  /// What is wrong, if anything is. `last`: the position after the moves.
  [[nodiscard]] std::string message(const variants::Position& last) const;
};

/// Reads up to `most` moves in SAN or coordinates. On boards of ten ranks, where XBoard counts from 0 and
/// others from 1, the way is taken in which more moves can be read, that of `usual` if it makes no
/// difference.
[[nodiscard]] VariantMoves read_moves(const pgn::GameText& game, const variants::Position& start,
                                      std::size_t most, variants::Notation usual);

/// What the move of this number of the game's tree means, written in `notation`. Nothing: it is not legal.
[[nodiscard]] std::optional<pgn::PlayedMove<variants::Move>> read_tree_move(
    const pgn::GameText& game, std::span<const pgn::TreeMove> moves, const variants::Position& position,
    std::size_t number, variants::Notation notation);

}  // namespace polyglot::builder
