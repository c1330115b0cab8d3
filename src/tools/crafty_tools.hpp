// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <polyglot/book/crafty_record.hpp>
#include <polyglot/book/editor.hpp>
#include <polyglot/result.hpp>

#include "tools/position_arguments.hpp"
#include "tools/tool.hpp"

/// What edit-book and diff-book do with books of Crafty.
namespace polyglot::tools {

/// "180,!?,learn:0.3", "-" where there is none.
[[nodiscard]] std::string in_words(const std::optional<book::CraftyRecord>& record);
/// A line, as describe_changes() writes it of other books.
[[nodiscard]] std::string in_words(const book::CraftyChange& change);

/// Moves for an option of edit-book: "set" with "e4=180,!", "add", "delete" with "e4" or "*", "zero".
struct VerbMoves {
  std::string verb;
  std::vector<std::string> moves = {};
};

/// What the options ask for, in their order. `path`: the book that may not have what is to be changed.
/// Error: what a book of Crafty cannot take.
[[nodiscard]] Result<std::vector<book::CraftyEdit>> read_crafty_edits(const std::string& path,
                                                                      const Subject& subject,
                                                                      std::span<const VerbMoves> verbs);

}  // namespace polyglot::tools
