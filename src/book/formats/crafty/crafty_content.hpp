// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <polyglot/book/crafty_writer.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A whole Crafty book in memory.
struct CraftyContent {
  std::vector<CraftyRecord> records;  ///< their keys rise
  CraftyClusters clusters;            ///< those that the book has, with records or without
  std::uint32_t version = crafty_layout::kVersion;
};

/// Error: it cannot be read, is none, or is damaged: not to be written anew then.
[[nodiscard]] Result<CraftyContent> read_crafty_content(const std::string& path);

/// Writes what `make` makes of `sources`, as replace_file() does. Nothing: there is nothing to write.
[[nodiscard]] Result<void> replace_crafty_book(
    std::span<const std::string> sources, const std::string& out,
    const std::function<Result<std::optional<CraftyContent>>()>& make);

}  // namespace polyglot::book
