// SPDX-License-Identifier: MIT
#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <polyglot/book/crafty_record.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The clusters that a book has, with records or without.
using CraftyClusters = std::bitset<crafty_layout::kClusters>;

/// A whole Crafty book in memory.
struct CraftyContent {
  std::vector<CraftyRecord> records;  ///< their keys rise
  CraftyClusters clusters;            ///< theirs are among them
  std::uint32_t version = crafty_layout::kVersion;
};

/// Writes what `make` fills a new book with, made of `sources`, as replace_book() does: all or nothing, under
/// the lock of the book that is there. Nothing is written if `make` returns false. No cluster gives an empty
/// file, as Crafty has it. Error: also more than the 2 GiB that an index can name.
[[nodiscard]] Result<void> replace_book(std::span<const std::string> sources, const std::string& out,
                                        const std::function<Result<bool>(CraftyContent&)>& make);

/// Writes a Crafty book as 25.2 does, of rising keys, in the same way.
[[nodiscard]] Result<void> write_crafty_book(const std::string& path, std::span<const CraftyRecord> records,
                                             const CraftyClusters& clusters);

}  // namespace polyglot::book
