// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/variants/position.hpp>

/// Codes of moves in 16 bits, as XBoard's books have them. A code is the low 16 bits of p * S * S + from * S
/// + to. S is the number of squares, p that of the promotion. Source: docs/variant-books.md.
namespace polyglot::variants {

/// How XBoard has written a code: some moves have two.
enum class CodeStyle : std::uint8_t {
  game,    ///< in books made from games: two steps of a Lion have only their first and last square
  editor,  ///< in books written by hand: two steps of a Lion have all squares
};

/// How ranks are numbered in the coordinates of a move, see to_uci() and to_xboard().
enum class Notation : std::uint8_t {
  xboard,  ///< on boards of ten ranks, ranks count from 0
  uci,     ///< ranks count from 1
};

/// Returns true if a legal move has a code. On boards of more than 144 squares, moves whose code does not fit
/// into 16 bits have none. On smaller boards codes are cut to 16 bits, as in XBoard.
[[nodiscard]] bool has_book_code(const Position& position, const Move& move);
/// Returns the code of a legal move that has one.
[[nodiscard]] std::uint16_t book_code(const Position& position, const Move& move,
                                      CodeStyle style = CodeStyle::game);
/// Returns the code before it is cut to 16 bits; it is below 2^20.
[[nodiscard]] std::uint32_t whole_book_code(const Position& position, const Move& move,
                                            CodeStyle style = CodeStyle::game);
/// Returns the other code of a castling that books may have: king takes rook if this variant's books have the
/// king's own move, or the reverse. Returns nothing for other moves, and if the code means another move.
[[nodiscard]] std::optional<std::uint16_t> other_castling_code(const Position& position, const Move& move);
/// Returns the code of a move in coordinates, legal or not. Returns nothing if there is no such move or code.
[[nodiscard]] std::optional<std::uint16_t> book_code(const Variant& variant, std::string_view text,
                                                     CodeStyle style = CodeStyle::game,
                                                     Notation notation = Notation::xboard);

/// Returns the legal moves that a code can mean, the most likely first: the usual promotion, no gating, the
/// direct way. It also reads the castling codes of other programs.
[[nodiscard]] std::vector<Move> moves_of_code(const Position& position, std::uint16_t code);
/// Returns the move of a code in coordinates, without a position; nothing if it is not a move on this board.
/// A code that was cut to 16 bits looks like another one. It is recognised only as a promotion by a plus.
[[nodiscard]] std::optional<std::string> text_of_code(const Variant& variant, std::uint16_t code,
                                                      Notation notation = Notation::xboard);

}  // namespace polyglot::variants
