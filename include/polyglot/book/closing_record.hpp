// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <span>

#include <polyglot/book/raw_entry.hpp>

namespace polyglot::book {

/// The last record of a book that XBoard has written. It is of no position: whoever writes such a book anew
/// keeps it, nobody shows or counts it. Source: docs/variant-books.md, "The file".
inline constexpr RawEntry kClosingRecord{.key = std::numeric_limits<chess::Key>::max()};

/// The records before it; all if it is not there.
[[nodiscard]] inline std::span<const RawEntry> without_closing(std::span<const RawEntry> records) noexcept {
  while (!records.empty() && records.back() == kClosingRecord) records = records.first(records.size() - 1);
  return records;
}

}  // namespace polyglot::book
