// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/variants/position.hpp>

/// Moves as the books of XBoard have them, in 16 bits: p * S * S + from * S + to on a board of S squares, cut
/// to 16 bits. Source: docs/variant-books.md.
namespace polyglot::variants {

/// XBoard writes some moves in two ways.
enum class CodeStyle : std::uint8_t {
  game,    ///< books made of games: of a Lion's two steps only where they begin and end
  editor,  ///< books written by hand: both steps
};

/// Whose coordinates a move is written in: see to_uci() and to_xboard().
enum class Notation : std::uint8_t {
  xboard,  ///< boards of ten ranks count from 0
  uci,     ///< ranks from 1
};

/// True if a legal move has a code: on boards of more than 144 squares those that do not fit into 16 bits
/// have none. On smaller ones they are cut, as XBoard does.
[[nodiscard]] bool has_book_code(const Position& position, const Move& move);
/// The code of a legal move that has one.
[[nodiscard]] std::uint16_t book_code(const Position& position, const Move& move,
                                      CodeStyle style = CodeStyle::game);
/// The same before it is cut to 16 bits: below 2^20.
[[nodiscard]] std::uint32_t whole_book_code(const Position& position, const Move& move,
                                            CodeStyle style = CodeStyle::game);
/// The other code with which a castling is read: the king takes the rook where the variant's books have his
/// own move, and the other way round. Nothing for other moves, and where the code is another move.
[[nodiscard]] std::optional<std::uint16_t> other_castling_code(const Position& position, const Move& move);
/// The code of a move in coordinates, legal or not; nothing if the text is no move, or it has no code.
[[nodiscard]] std::optional<std::uint16_t> book_code(const Variant& variant, std::string_view text,
                                                     CodeStyle style = CodeStyle::game,
                                                     Notation notation = Notation::xboard);

/// The legal moves that a code can mean, the likeliest first: the usual promotion, no gating, the direct way.
/// Codes of castling as other programs write them are known too.
[[nodiscard]] std::vector<Move> moves_of_code(const Position& position, std::uint16_t code);
/// What a code says without a position, in coordinates; nothing if it is no move on this board. Codes that
/// did not fit into 16 bits cannot be told from others, but for promotions by a plus where they mean nothing
/// else.
[[nodiscard]] std::optional<std::string> text_of_code(const Variant& variant, std::uint16_t code,
                                                      Notation notation = Notation::xboard);

}  // namespace polyglot::variants
