// SPDX-License-Identifier: MIT
#pragma once

#include <variant>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/variants/variant.hpp>

namespace polyglot::book {

/// The kind of keys that a book has for positions of a variant. For chess both kinds are the same. Source:
/// docs/variant-books.md, "Plain keys".
enum class BookKeys : std::uint8_t {
  automatic,  ///< a sample of the book decides
  xboard,     ///< XBoard's keys, which include the variant and the pieces in hand
  plain,      ///< Polyglot's own keys, as python-chess computes them
};

/// Reads the name in options: auto, xboard or plain. Returns nothing for any other text.
[[nodiscard]] std::optional<BookKeys> parse_book_keys(std::string_view name) noexcept;

/// Finds out which keys a book has. The book must outlive it.
class KeyLookup {
 public:
  KeyLookup(const BinBook& book) noexcept : book_(&book) {}
  KeyLookup(const LoadedBook& book) noexcept : book_(&book) {}

  [[nodiscard]] bool has(chess::Key key) const;

 private:
  std::variant<const BinBook*, const LoadedBook*> book_;
};

/// Returns the kind of keys under which a book has the start position of a variant, or positions up to two
/// plies later. A book whose captures show that it is one of chess does not count as one with plain keys.
/// Returns nothing if no position is found, or if the variant has no plain keys.
[[nodiscard]] std::optional<BookKeys> sample_keys(KeyLookup book, const variants::Variant& variant);

/// Guesses the game of a book without a header: chess if the book has its start position or one after a first
/// move, else the first built-in variant whose start position the book has. Returns Rules::name() of it.
/// Returns nothing if the book has the start of no variant.
[[nodiscard]] std::optional<std::string> guess_variant(KeyLookup book);

/// Makes a book look up positions of variants by keys of this kind, and returns it. With `automatic` a sample
/// of the book decides; if the sample finds nothing, both kinds are tried for each position. take_trouble()
/// also reports guess_variant() of a book without a header. Other formats are returned unchanged.
[[nodiscard]] std::unique_ptr<BookSource> with_keys(std::unique_ptr<BookSource> book, BookKeys keys);

}  // namespace polyglot::book
