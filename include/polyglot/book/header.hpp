// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/result.hpp>
#include <polyglot/variants/catalogue.hpp>

namespace polyglot::book {

/// The contents of the `@PG@` header at the start of a `.bin` book. Source: docs/book-format.md, "Header".
struct BookHeader {
  std::string version = "1.0";
  std::vector<std::string> variants = {"normal"};  ///< XBoard's names of the variants of the book
  std::string comment = {};                        ///< free text, line feeds allowed
  std::vector<std::string> extra_fields = {};  ///< fields after the variants, which later versions may have

  friend bool operator==(const BookHeader&, const BookHeader&) = default;
};

/// Reads the records with key 0 at the start of a book, in both existing forms, with and without a field
/// count. Error: they contain something else, or a count that does not match the fields.
[[nodiscard]] Result<BookHeader> parse_header(std::span<const RawEntry> records);

/// Returns the records of a header, which come before the first position. Error: a field that could not be
/// read back (a line feed in a name or an extra field, a zero byte, no variant).
[[nodiscard]] Result<std::vector<RawEntry>> make_header(const BookHeader& header);

/// Returns false if both name variants but have none in common. Chess and Chess960 are one game.
[[nodiscard]] bool share_a_game(const BookHeader& a, const BookHeader& b);

/// Returns the new header of a book, or nothing if it should have none. `old` is the present header; it is
/// nothing if it is missing or unreadable.
using HeaderChange = std::function<std::optional<BookHeader>(std::optional<BookHeader> old)>;

/// Writes a book with another header to `out`, which may be the book itself, in constant memory. `change` is
/// called again if other programs write the book meanwhile. Error: a header that make_header() refuses, a
/// book that is not sound, or the system's reason.
[[nodiscard]] Result<void> replace_header(const std::string& path, const HeaderChange& change,
                                          const std::string& out);

/// Returns true if games by both rules can use one book: they begin with the same pieces on the same squares,
/// and have the same keys. Examples: suicide, giveaway and antichess.
[[nodiscard]] bool share_books(const game::Rules& one, const game::Rules& other);

/// Returns true if a book can be used in games by `rules`: its header names no variant, these rules, or rules
/// that share books with them. `variants` are the names in the header. They are looked up in `known`, or
/// among the built-in ones if it is null.
[[nodiscard]] bool is_made_for(const std::vector<std::string>& variants, const game::Rules& rules,
                               const variants::Catalogue* known = nullptr);
/// Returns the error about the book at `path` if is_made_for() is false.
[[nodiscard]] Error made_for_others(const std::vector<std::string>& variants, const game::Rules& rules,
                                    const std::string& path);

}  // namespace polyglot::book
