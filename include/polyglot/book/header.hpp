// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// What the `@PG@` header at the start of a `.bin` book says of it.
/// Source: docs/book-format.md, "Header".
struct BookHeader {
  std::string version = "1.0";
  std::vector<std::string> variants = {"normal"};  ///< XBoard's names of the variants it is made for
  std::string comment = {};                        ///< free text, line feeds allowed
  std::vector<std::string> extra_fields = {};      ///< after the variants; later versions may add them

  friend bool operator==(const BookHeader&, const BookHeader&) = default;
};

/// Reads the records with key 0 that start a book; both forms in the wild, with and without a field count.
/// Error: they hold something else, or a count that its fields contradict.
[[nodiscard]] Result<BookHeader> parse_header(std::span<const RawEntry> records);

/// The records to put before the first position.
/// Error: a field that could not be read back (a line feed in a name or an extra field, a zero byte, no
/// variant).
[[nodiscard]] Result<std::vector<RawEntry>> make_header(const BookHeader& header);

/// False if both say which variants they are for, and have none in common: chess and Chess960 are one game.
[[nodiscard]] bool share_a_game(const BookHeader& a, const BookHeader& b);

/// The header of a book; nothing if it has none. Error: there is one that cannot be read.
[[nodiscard]] Result<std::optional<BookHeader>> read_header(const std::string& path);

/// The header that a book is to have, nothing for none, instead of the one that it has; one that cannot be
/// read counts as none.
using HeaderChange = std::function<std::optional<BookHeader>(std::optional<BookHeader> old)>;

/// Writes the moves of a book behind another header to `out`, which may be the book itself; `change` is
/// called again where others write the book meanwhile. Constant memory. Error: a header that make_header()
/// refuses, a book that is not sound, or the system's reason.
[[nodiscard]] Result<void> replace_header(const std::string& path, const HeaderChange& change,
                                          const std::string& out);

}  // namespace polyglot::book
