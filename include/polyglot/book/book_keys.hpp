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

/// The kind of keys that a book has for positions of a variant. For chess both kinds are the same. Source:
/// docs/variant-books.md, "Plain keys".
enum class BookKeys : std::uint8_t {
  automatic,  ///< a sample of the book decides
  xboard,     ///< XBoard's, with the variant and the pieces in hand
  plain,      ///< Polyglot's own, as python-chess computes them
};

/// Reads the name in options: auto, xboard or plain. Nothing for any other text.
[[nodiscard]] std::optional<BookKeys> book_keys(std::string_view name) noexcept;

/// The kind of keys under which a book has the start position of a variant, or positions up to two plies
/// later. A book of chess does not count as one with plain keys, if its captures show that it is chess.
/// Nothing if no position is found, or if the variant has no plain keys.
[[nodiscard]] std::optional<BookKeys> sample_keys(const BinBook& book, const variants::Variant& variant);

/// The variant that a book without a header is probably for: the first built-in variant whose start position
/// the book has. Returns Rules::name() of it. Nothing if the book has the start position of chess or one
/// after a first move, or the start of no variant.
[[nodiscard]] std::optional<std::string> guess_variant(const BinBook& book);

/// Makes a book look up positions of variants by keys of this kind. With `automatic` a sample of the book
/// decides; if the sample finds nothing, both kinds are tried for each position. take_trouble() also reports
/// guess_variant() of a book without a header. Books of other formats than Polyglot's are returned unchanged.
[[nodiscard]] std::unique_ptr<BookSource> with_keys(std::unique_ptr<BookSource> book, BookKeys keys);

}  // namespace polyglot::book
