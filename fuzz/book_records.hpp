// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/result.hpp>

#include "check.hpp"

namespace polyglot::fuzz {

using Entries = std::vector<book::RawEntry>;

[[nodiscard]] std::vector<std::byte> encode(std::span<const book::RawEntry> entries);
/// Whole records only.
[[nodiscard]] Entries decode(std::span<const std::byte> bytes);
/// Where the records of the header end that begin a book.
[[nodiscard]] std::size_t header_size(std::span<const book::RawEntry> entries);

/// Takes the records of the first key off `rest`.
[[nodiscard]] std::span<const book::RawEntry> take_group(std::span<const book::RawEntry>& rest);

inline constexpr std::size_t kPlies = 6;
using Positions = std::array<chess::Position, kPlies + 1>;

/// One of a few positions that have castling of all kinds, en passant and promotions.
[[nodiscard]] chess::Position start_position(std::uint8_t choice);
/// Positions of a game whose moves the input chooses, `start` first.
[[nodiscard]] Positions walk(Bytes choices, const chess::Position& start = {});
/// The position with this key; null if there is none.
[[nodiscard]] const chess::Position* find_position(std::span<const chess::Position> positions,
                                                   chess::Key key);

/// The same position in the form for all games.
[[nodiscard]] std::optional<game::Position> any_position(const chess::Position* position);

/// Records of the positions of a game, or of any other key.
[[nodiscard]] Entries take_entries(Bytes& bytes, std::span<const chess::Position> positions);

/// An error is one line that says what is wrong, and its place begins with the name of the file.
void check_error(const Error& error, std::string_view file);
/// True of a book that begins with one of the few keys that look like another kind of file.
[[nodiscard]] bool is_taken_for_another(const Error& error);

}  // namespace polyglot::fuzz
