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

/// How the records of a book are found, if it has some.
enum class BookRecords : std::uint8_t {
  none,         ///< the book is only read
  by_position,  ///< a move is a code under the key of its position: see BookSource::records()
  by_move,      ///< a key tells a move and nothing of its position
};

/// What can be done with books of a format, besides looking positions up in them.
struct FormatTraits {
  std::string_view name;  ///< the word for it in options: "abk"
  /// If there are records the format can be written, and a book learns in its own file.
  BookRecords records = BookRecords::none;
  bool is_list = false;              ///< of openings, as text
  std::string_view only_chess = {};  ///< "Arena's books", if they know no other game; else empty
  std::string_view lost = {};        ///< what another format has no room for
};
[[nodiscard]] const FormatTraits& traits_of(BookFormat format) noexcept;
[[nodiscard]] inline std::string_view name_of(BookFormat format) noexcept {
  return traits_of(format).name;
}
/// The inverse, in any letter case; nothing for any other text.
[[nodiscard]] std::optional<BookFormat> book_format(std::string_view name) noexcept;

/// The format of a file, by what stands in it; its name says nothing. What has no mark of another format
/// counts as Polyglot's, which has none.
/// Error: it cannot be read, or is plainly no book: an archive, other text. With what to do about it.
[[nodiscard]] Result<BookFormat> recognise_format(const std::string& path);
/// Whether the records of a file are found by moves. Of one that cannot be read they are not: whoever opens
/// it says why.
[[nodiscard]] bool has_records_by_move(const std::string& path);

}  // namespace polyglot::book
