// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/builder/review.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/pgn/game_text.hpp>

/// The texts of games, gaps and moves in reviews of all formats.
namespace polyglot::tools {

[[nodiscard]] std::string_view name_of(game::Color color) noexcept;  ///< "White"
/// "1-0"; "*" for an unknown result.
[[nodiscard]] std::string_view name_of(pgn::GameResult result) noexcept;
/// The player of a game; "?" without the tag.
[[nodiscard]] std::string player_name(const pgn::GameText& game, pgn::KnownTag side);

/// The moves in SAN, in their order.
[[nodiscard]] std::vector<std::string> san_of(const game::Position& position,
                                              std::span<const book::BookMove> moves);

/// A move with its number: "2... d6".
[[nodiscard]] std::string played_text(const game::Position& position, std::string_view san);

/// A gap as reports show it.
struct ShownGap {
  std::string start;               ///< FEN of the start; empty: the usual start
  std::vector<std::string> moves;  ///< SAN, from the start to the position
  std::string line;                ///< these moves with move numbers: "1. e4 e5"
  game::Position position;
  std::string played;             ///< SAN
  std::vector<std::string> book;  ///< SAN, heaviest first
  std::optional<game::Color> by;  ///< nothing: the book ended there
};

/// Replays a gap's moves and looks its position up again.
[[nodiscard]] ShownGap show_gap(const builder::Gap& gap, const game::Rules& rules,
                                const book::BookSource& book);

}  // namespace polyglot::tools
