#pragma once

#include <limits>

#include <polyglot/book/raw_entry.hpp>

namespace polyglot::book {

/// The key of no position: XBoard ends its books with a record of it.
inline constexpr chess::Key kClosingKey = std::numeric_limits<chess::Key>::max();
/// That record, as XBoard writes it behind all others. Source: docs/variant-books.md, "The file".
inline constexpr RawEntry kClosingRecord{.key = kClosingKey};

}  // namespace polyglot::book
