// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <ranges>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>

namespace polyglot::book {

/// Returns the 16-bit code of a move in a `.bin` book. Castling is the king taking his own rook.
/// Source: docs/book-format.md, "Moves".
[[nodiscard]] std::uint16_t encode_move(chess::Move move) noexcept;

/// Returns false for a legal move without a code, as there are on boards of more than 144 squares.
[[nodiscard]] bool has_record_code(const game::Position& position, const game::Move& move);
/// Returns the code of any other legal move of any game. `position` is the position before it. Source:
/// docs/variant-books.md.
[[nodiscard]] std::uint16_t record_code(const game::Position& position, const game::Move& move);

/// The codes that a record may have for a legal move. These are the usual code, and for castling also the
/// other way to write it, unless that means another move. In chess the other way is the king's move, e1g1.
struct MoveCodes {
  std::uint16_t usual = 0;
  std::optional<std::uint16_t> other = std::nullopt;

  [[nodiscard]] constexpr bool contains(std::uint16_t code) const noexcept {
    return code == usual || code == other;
  }
};
[[nodiscard]] MoveCodes codes_of(const game::Position& position, const game::Move& move);
[[nodiscard]] MoveCodes codes_of(const chess::Position& position, chess::Move move);
/// Returns the usual code for the code of a castling, and any other code unchanged.
[[nodiscard]] std::uint16_t usual_code(const game::Position& position, std::uint16_t code);
/// Returns the first record with the usual code of a move, or else with its other code, or the end.
template <class Records>
[[nodiscard]] auto find_record(Records& records, const MoveCodes& codes) {
  const auto usual = std::ranges::find(records, codes.usual, &RawEntry::move);
  if (usual != std::ranges::end(records) || !codes.other) return usual;
  return std::ranges::find(records, *codes.other, &RawEntry::move);
}

/// Returns the keys under which a book may have a position, the more likely one first. 0 means no key.
/// Source: docs/variant-books.md.
[[nodiscard]] std::array<chess::Key, 2> keys_of(const game::Position& position) noexcept;
[[nodiscard]] std::array<chess::Key, 2> keys_of(const variants::Position& position) noexcept;

/// Returns the legal move of a code. Returns nothing for the null move, for a promotion code that does not
/// fit, and for any other code that is not legal in `position`. Castling is also read as e1g1, unless the
/// king can step there.
[[nodiscard]] std::optional<chess::Move> decode_move(const chess::Position& position, std::uint16_t code);

/// Writes a code as coordinates, whatever the position is: "e2e4", "e1h1", "e7e8q". Codes that no move has
/// (bit 15, a fifth piece) become "0x" and four hexadecimal digits.
[[nodiscard]] std::string code_to_text(std::uint16_t code);
/// Reads what code_to_text() writes, and any code in hexadecimal. Returns nothing for any other text.
[[nodiscard]] std::optional<std::uint16_t> code_from_text(std::string_view text) noexcept;
/// Reads a code of any game, as name_move() writes it if only the key is known.
[[nodiscard]] std::optional<std::uint16_t> code_from_text(const game::Rules& rules, std::string_view text);

struct MoveNames {
  std::string uci;
  std::string san;  ///< empty if the move is illegal, or if only the key of the position is known
};

/// Returns the names of the move of a record. With a null `position` only the key is known, and castling is
/// king takes rook.
[[nodiscard]] MoveNames name_move(const RawEntry& entry, const chess::Position* position);
[[nodiscard]] MoveNames name_move(const RawEntry& entry, const game::Rules& rules,
                                  const game::Position* position);

/// Reads the records of one position. Illegal moves are omitted, but their weights count in the total.
[[nodiscard]] BookMoves decode_moves(const game::Position& position, std::span<const RawEntry> entries);
/// Reads the learn fields of the records that decode_moves() returns, in Polyglot's layout.
[[nodiscard]] LearnedMoves decode_learned(const game::Position& position, std::span<const RawEntry> entries);

}  // namespace polyglot::book
