// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyglot/book/merge.hpp>
#include <polyglot/result.hpp>

#include "tools/position_arguments.hpp"
#include "tools/tool.hpp"

/// What edit-book, merge-book and diff-book do with books of Crafty.
namespace polyglot::tools {

/// Whether a file is such a book. What cannot be read is none: whoever opens it says why.
[[nodiscard]] bool is_crafty_book(const std::string& path);

/// The options of edit-book that change moves, by their names, in the order in which they are carried out:
/// "set" with "e4=180,!", "add", "delete" with "e4" or "*", "zero".
using CraftyOrders = std::span<const std::pair<std::string, std::vector<std::string>>>;

struct CraftyEditing {
  std::string path;
  std::string out;
  bool is_dry_run = false;
  bool backs_up = false;
};

/// Error: what a book of Crafty cannot take, or edit_crafty_book() says.
[[nodiscard]] Result<int> edit_crafty(const Command& command, const CraftyEditing& editing,
                                      const Subject& subject, CraftyOrders orders);
[[nodiscard]] Result<int> merge_crafty(const Command& command, std::span<const book::MergeInput> books,
                                       book::MergeRule rule, const std::string& out);
/// Prints what differs, and returns `different` if anything does.
[[nodiscard]] Result<int> diff_crafty(const std::string& a, const std::string& b, const std::string& out,
                                      int different);

}  // namespace polyglot::tools
