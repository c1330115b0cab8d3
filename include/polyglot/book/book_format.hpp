// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <polyglot/result.hpp>

namespace polyglot::book {

enum class BookFormat : std::uint8_t {
  polyglot,  ///< `.bin`
  crafty,    ///< `books.bin`, `book.bin`
  abk,       ///< Arena's `.abk`
  ctg,       ///< ChessBase's `.ctg` with its `.cto` and `.ctb`
  pgn,       ///< games, or openings written as games
  epd,       ///< positions, one per line
};

/// How the records of a format are found, if it has records.
enum class BookRecords : std::uint8_t {
  none,         ///< the format has no records, so the book is read-only
  by_position,  ///< a record has the key of its position and the code of a move, see BookSource::records()
  by_move,      ///< a key identifies a move, but not its position
};

/// The properties of a format. Positions can be looked up in all of them.
struct FormatTraits {
  std::string_view name;  ///< its name in options: "abk"
  /// A format with records can be written. Books with records by position learn in their own file.
  BookRecords records = BookRecords::none;
  bool is_list = false;              ///< true: a list of openings, as text
  bool has_variations = false;       ///< true: ListOptions decide what is read
  std::string_view only_chess = {};  ///< "Arena's books" if they support only chess; otherwise empty
  std::string_view lost = {};        ///< what a conversion to another format loses
};
[[nodiscard]] const FormatTraits& traits_of(BookFormat format) noexcept;
[[nodiscard]] inline std::string_view name_of(BookFormat format) noexcept {
  return traits_of(format).name;
}
/// Finds a format by its name, in any letter case. Returns nothing for any other text.
[[nodiscard]] std::optional<BookFormat> book_format(std::string_view name) noexcept;

/// Recognises the format of a file by its contents, never by its name. Polyglot's format has no mark, so a
/// file without the mark of another format counts as Polyglot's. Error: the file cannot be read, or clearly
/// is not a book (an archive, other text), and what to do.
[[nodiscard]] Result<BookFormat> recognise_format(const std::string& path);
/// Recognises the format by the first bytes of a file. A few hundred are enough. Error: what the file is
/// instead, and what to do: "is a ZIP archive: …".
[[nodiscard]] Result<BookFormat> recognise_format(std::span<const std::byte> start);
/// Returns true if a file with these first bytes and this size looks like Polyglot's format, which has no
/// mark: whole records, the first keys in order, and zero bytes, which text does not have.
[[nodiscard]] bool looks_like_records(std::span<const std::byte> start, std::uint64_t size);

/// The kind of a file, by its first bytes.
enum class FileKind : std::uint8_t {
  unknown,  ///< missing, empty, not a regular file, or it cannot be read
  text,     ///< text of no other kind; also openings without tags
  games,
  configuration,
  book,
  counts,
  database,  ///< of SQLite, as a store of verdicts is
  other,
};

[[nodiscard]] FileKind kind_of_file(const std::string& path);

/// Checks a file before it is replaced or appended to; "-" is standard output. All outputs call this first.
/// Error: the file has another kind than what will be written: "is a book, not a PGN file; give another
/// name".
[[nodiscard]] Result<void> check_output(const std::string& path, FileKind wanted);

}  // namespace polyglot::book
