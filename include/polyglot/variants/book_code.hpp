// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/variants/position.hpp>

/// Moves in 16 bits, as the books of XBoard have them: the low 16 bits of p * S * S + from * S + to, on a
/// board of S squares. p is the number of the promotion. Source: docs/variant-books.md.
namespace polyglot::variants {

/// XBoard writes some moves in two ways.
enum class CodeStyle : std::uint8_t {
  game,    ///< books made from games: two steps of a Lion have only their first and last square
  editor,  ///< books written by hand: both steps of a Lion
};

/// The coordinates of a move: see to_uci() and to_xboard().
enum class Notation : std::uint8_t {
  xboard,  ///< on boards of ten ranks, ranks count from 0
  uci,     ///< ranks count from 1
};

/// True if a legal move has a code. On boards of more than 144 squares, codes that do not fit into 16 bits do
/// not exist. On smaller boards they are cut to 16 bits, as in XBoard.
[[nodiscard]] bool has_book_code(const Position& position, const Move& move);
/// The code of a legal move that has one.
[[nodiscard]] std::uint16_t book_code(const Position& position, const Move& move,
                                      CodeStyle style = CodeStyle::game);
/// The code before it is cut to 16 bits, below 2^20.
[[nodiscard]] std::uint32_t whole_book_code(const Position& position, const Move& move,
                                            CodeStyle style = CodeStyle::game);
/// The other code that is also read as this castling: king takes rook if the variant's books have the king's
/// own move, or the reverse. Nothing for other moves, and if the code means another move.
[[nodiscard]] std::optional<std::uint16_t> other_castling_code(const Position& position, const Move& move);
/// The code of a move in coordinates, legal or not; nothing if the text is not a move, or the move has no
/// code.
[[nodiscard]] std::optional<std::uint16_t> book_code(const Variant& variant, std::string_view text,
                                                     CodeStyle style = CodeStyle::game,
                                                     Notation notation = Notation::xboard);

/// The legal moves that a code can mean, the most likely first: the usual promotion, no gating, the direct
/// way. It also reads the castling codes of other programs.
[[nodiscard]] std::vector<Move> moves_of_code(const Position& position, std::uint16_t code);
/// The move of a code without a position, in coordinates; nothing if it is not a move on this board. A code
/// that was cut to 16 bits looks like another one. It is recognised only for a promotion by a plus, if it has
/// no other meaning.
[[nodiscard]] std::optional<std::string> text_of_code(const Variant& variant, std::uint16_t code,
                                                      Notation notation = Notation::xboard);

}  // namespace polyglot::variants
