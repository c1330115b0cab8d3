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
/// The code of any other legal move of any game. `position` is the position before it. Source:
/// docs/variant-books.md.
[[nodiscard]] std::uint16_t record_code(const game::Position& position, const game::Move& move);

/// The codes that a record may have for a legal move: the usual code, and for castling also the other way to
/// write it, unless that means another move. In chess the other way is the king's move, e1g1.
struct MoveCodes {
  std::uint16_t usual = 0;
  std::optional<std::uint16_t> other = std::nullopt;

  [[nodiscard]] constexpr bool contains(std::uint16_t code) const noexcept {
    return code == usual || code == other;
  }
};
[[nodiscard]] MoveCodes codes_of(const game::Position& position, const game::Move& move);
[[nodiscard]] MoveCodes codes_of(const chess::Position& position, chess::Move move);
/// Replaces the code of a castling by its usual code; returns any other code unchanged.
[[nodiscard]] std::uint16_t usual_code(const game::Position& position, std::uint16_t code);
/// The first record with the usual code of a move, or else with its other code; the end if there is none.
template <class Records>
[[nodiscard]] auto find_record(Records& records, const MoveCodes& codes) {
  const auto usual = std::ranges::find(records, codes.usual, &RawEntry::move);
  if (usual != std::ranges::end(records) || !codes.other) return usual;
  return std::ranges::find(records, *codes.other, &RawEntry::move);
}

/// The keys under which a book may have a position, the more likely one first; 0 means no key. Source:
/// docs/variant-books.md.
[[nodiscard]] std::array<chess::Key, 2> keys_of(const game::Position& position) noexcept;
[[nodiscard]] std::array<chess::Key, 2> keys_of(const variants::Position& position) noexcept;

/// The legal move of a code; nothing for the null move, a promotion code that does not fit, and any other
/// code that is not legal in `position`. Castling is also read as e1g1 if that is not a normal move of the
/// king.
[[nodiscard]] std::optional<chess::Move> decode_move(const chess::Position& position, std::uint16_t code);

/// Writes a code as coordinates, whatever the position is: "e2e4", "e1h1", "e7e8q". Codes that no move has
/// (bit 15, a fifth piece) become "0x" and four hexadecimal digits.
[[nodiscard]] std::string code_to_text(std::uint16_t code);
/// The inverse of code_to_text(), hexadecimal for any code; nothing for any other text.
[[nodiscard]] std::optional<std::uint16_t> code_from_text(std::string_view text) noexcept;
/// Reads a code of any game, as name_move() writes it if only the key is known.
[[nodiscard]] std::optional<std::uint16_t> code_from_text(const game::Rules& rules, std::string_view text);

/// The names of the move of a record.
struct MoveNames {
  std::string uci;
  std::string san;  ///< empty: the move is illegal, or only the key of the position is known
};

/// `position` is null if only the key is known; castling is king takes rook then.
[[nodiscard]] MoveNames name_move(const RawEntry& entry, const chess::Position* position);
/// name_move() for a game of any rules.
[[nodiscard]] MoveNames name_move(const RawEntry& entry, const game::Rules& rules,
                                  const game::Position* position);

/// Reads the records of one position. Illegal moves are omitted, but their weights count in the total.
[[nodiscard]] BookMoves decode_moves(const game::Position& position, std::span<const RawEntry> entries);
/// Reads the learn fields of the same records, in Polyglot's layout.
[[nodiscard]] LearnedMoves decode_learned(const game::Position& position, std::span<const RawEntry> entries);

}  // namespace polyglot::book
