// SPDX-License-Identifier: MIT
#pragma once

#include <bitset>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <polyglot/book/crafty_record.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A set of clusters of a book, with or without records.
using CraftyClusters = std::bitset<crafty_layout::kClusters>;

/// A whole Crafty book in memory.
struct CraftyContent {
  std::vector<CraftyRecord> records;  ///< in ascending order of keys
  CraftyClusters clusters;            ///< includes the clusters of all records
};

/// Writes a Crafty book in the layout of Crafty 25.2, completely or not at all. The keys must be in ascending
/// order. A book without clusters is an empty file, as in Crafty. Error: also a book larger than 2 GiB, which
/// the index cannot address.
[[nodiscard]] Result<void> write_crafty_book(const std::string& path, std::span<const CraftyRecord> records,
                                             const CraftyClusters& clusters);
/// Does the same with the content that `make` fills. It tests first that the book can be written.
[[nodiscard]] Result<void> write_crafty_book(const std::string& path,
                                             const std::function<Result<void>(CraftyContent&)>& make);

}  // namespace polyglot::book
