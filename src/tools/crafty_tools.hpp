// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyglot/book/crafty_record.hpp>
#include <polyglot/result.hpp>

#include "tools/position_arguments.hpp"
#include "tools/tool.hpp"

/// What edit-book and diff-book do with books of Crafty.
namespace polyglot::tools {

/// "180,!?,learn:0.3", "-" where there is none.
[[nodiscard]] std::string in_words(const std::optional<book::CraftyRecord>& record);

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

}  // namespace polyglot::tools
