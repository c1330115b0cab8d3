// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/variants/variant.hpp>

namespace polyglot::book {

/// Whose keys the positions of a variant have in a book. Those of chess are the same. Source:
/// docs/variant-books.md, "Plain keys".
enum class BookKeys : std::uint8_t {
  automatic,  ///< as a sample of the book shows
  xboard,     ///< with the variant and what is in hand
  plain,      ///< Polyglot's own, as python-chess computes them
};

/// By its name in options: auto, xboard or plain. Nothing for any other text.
[[nodiscard]] std::optional<BookKeys> book_keys(std::string_view name) noexcept;

/// The kind of keys under which a book has the start position of a variant, or positions up to two plies
/// behind it. A book of chess has no plain keys of a variant, as far as captures tell them apart. Nothing if
/// no position is found, or the variant has no plain keys.
[[nodiscard]] std::optional<BookKeys> sample_keys(const BinBook& book, const variants::Variant& variant);

/// The variant that a book without a header looks like: the first of the built-in ones whose start position
/// the book has, where it does not have that of chess. By its name in XBoard, or whoever knows it if XBoard
/// does not. Nothing if the book has the start of chess, or of none.
[[nodiscard]] std::optional<std::string> guess_variant(const BinBook& book);

/// A book whose positions of variants are looked up by keys of that kind; a sample decides where it is not
/// said, and for each position alone where the sample finds nothing. Of another format than Polyglot's it is
/// as it was.
[[nodiscard]] std::unique_ptr<BookSource> with_keys(std::unique_ptr<BookSource> book, BookKeys keys);

}  // namespace polyglot::book
