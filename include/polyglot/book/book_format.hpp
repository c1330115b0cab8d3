// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/result.hpp>

namespace polyglot::book {

/// Whose format a book is in.
enum class BookFormat : std::uint8_t {
  polyglot,  ///< `.bin`
  crafty,    ///< `books.bin`, `book.bin`
  abk,       ///< Arena's `.abk`
  ctg,       ///< ChessBase's `.ctg` with its `.cto` and `.ctb`
  pgn,       ///< games, or openings written as games
  epd,       ///< positions, one a line
};

/// The word for it in options: "abk".
[[nodiscard]] std::string_view name_of(BookFormat format) noexcept;
/// The inverse, in any letter case; nothing for any other text.
[[nodiscard]] std::optional<BookFormat> book_format(std::string_view name) noexcept;

/// The format of a file, by what stands in it; its name says nothing. What has no mark of another format
/// counts as Polyglot's, which has none.
/// Error: it cannot be read, or is plainly no book: an archive, other text. With what to do about it.
[[nodiscard]] Result<BookFormat> recognise_format(const std::string& path);

}  // namespace polyglot::book
