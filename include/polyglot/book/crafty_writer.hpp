// SPDX-License-Identifier: MIT
#pragma once

#include <bitset>
#include <cstdint>
#include <span>
#include <string>

#include <polyglot/book/crafty_record.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The clusters that a book has, with records or without.
using CraftyClusters = std::bitset<crafty_layout::kClusters>;

/// Writes a Crafty book as 25.2 does. The records' keys rise, and `clusters` has theirs.
///
/// All or nothing: it is written beside `path`, and takes its name at the end, under the lock of the book
/// that is there. Nothing in `clusters` gives an empty file, as Crafty has it. Error: the system's reason
/// with the path, or more than the 2 GiB that an index can name.
[[nodiscard]] Result<void> write_crafty_book(const std::string& path, std::span<const CraftyRecord> records,
                                             const CraftyClusters& clusters);

}  // namespace polyglot::book
