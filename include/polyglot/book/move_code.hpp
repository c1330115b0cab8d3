// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>

namespace polyglot::book {

/// The 16-bit code of a move in a `.bin` book. Castling is the king taking his own rook.
/// Source: docs/book-format.md, "Moves".
[[nodiscard]] std::uint16_t encode_move(chess::Move move) noexcept;

/// False for legal moves that no record can have: on boards of more than 144 squares some codes do not fit.
[[nodiscard]] bool has_record_code(const game::Position& position, const game::Move& move);
/// The code of any other move of any game, which is legal in `position`. Source: docs/variant-books.md.
[[nodiscard]] std::uint16_t record_code(const game::Position& position, const game::Move& move);

/// The codes with which a record can mean a legal move that has one: the code that books are to have, and for
/// castling the other way to write it, unless that is another move. In chess that is the king's own way,
/// e1g1.
struct MoveCodes {
  std::uint16_t usual = 0;
  std::optional<std::uint16_t> other = std::nullopt;

  [[nodiscard]] constexpr bool contains(std::uint16_t code) const noexcept {
    return code == usual || code == other;
  }
};
[[nodiscard]] MoveCodes codes_of(const game::Position& position, const game::Move& move);
[[nodiscard]] MoveCodes codes_of(const chess::Position& position, chess::Move move);
/// The usual code of a castling that `code` means in a position; any other code as it is.
[[nodiscard]] std::uint16_t usual_code(const game::Position& position, std::uint16_t code);
/// The first record with the usual code of a move, else with its other one; the end if there is none.
template <class Records>
[[nodiscard]] auto find_record(Records& records, const MoveCodes& codes) {
  const auto usual = std::ranges::find(records, codes.usual, &RawEntry::move);
  if (usual != std::ranges::end(records) || !codes.other) return usual;
  return std::ranges::find(records, *codes.other, &RawEntry::move);
}

/// The keys under which a book may have a position, the likelier first; 0 is none. Source:
/// docs/variant-books.md.
[[nodiscard]] std::array<chess::Key, 2> keys_of(const game::Position& position) noexcept;
[[nodiscard]] std::array<chess::Key, 2> keys_of(const variants::Position& position) noexcept;

/// The legal move that a code stands for; nothing for the null move, for a promotion code that does not fit,
/// and for whatever else is not legal in `position`. Castling is read as e1g1, too, where that is no move of
/// the king.
[[nodiscard]] std::optional<chess::Move> decode_move(const chess::Position& position, std::uint16_t code);

/// The squares that a code names, whatever stands there: "e2e4", "e1h1", "e7e8q". Codes that no move has (bit
/// 15, a fifth piece) are written as "0x" and four hexadecimal digits.
[[nodiscard]] std::string code_to_text(std::uint16_t code);
/// The inverse of code_to_text(), hexadecimal for any code; nothing for any other text.
[[nodiscard]] std::optional<std::uint16_t> code_from_text(std::string_view text) noexcept;
/// The same for moves of any game, as name_move() writes them where only the key is known.
[[nodiscard]] std::optional<std::uint16_t> code_from_text(const game::Rules& rules, std::string_view text);

/// What people call the move of a record.
struct MoveNames {
  std::string uci;
  std::string san;  ///< empty: not legal in the position, or only its key is known
};

/// `position` is null if only the key is known; castling is king takes rook then.
[[nodiscard]] MoveNames name_move(const RawEntry& entry, const chess::Position* position);
/// The same in a game of any rules.
[[nodiscard]] MoveNames name_move(const RawEntry& entry, const game::Rules& rules,
                                  const game::Position* position);

/// Reads the records of one position. Those without a legal move are left out, but their weights count.
[[nodiscard]] BookMoves decode_moves(const game::Position& position, std::span<const RawEntry> entries);
/// The learn fields of the same records, as Polyglot writes them.
[[nodiscard]] LearnedMoves decode_learned(const game::Position& position, std::span<const RawEntry> entries);

}  // namespace polyglot::book
