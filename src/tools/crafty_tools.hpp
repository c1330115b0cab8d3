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

/// The parts of edit-book and diff-book for Crafty books.
namespace polyglot::tools {

/// Writes a record as "180,!?,learn:0.3", or "-" for none.
[[nodiscard]] std::string in_words(const std::optional<book::CraftyRecord>& record);
/// Writes a line in the form of describe_changes().
[[nodiscard]] std::string in_words(const book::CraftyChange& change);

/// Moves for an option of edit-book: "set" with "e4=180,!", "add", "delete" with "e4" or "*", "zero".
struct VerbMoves {
  std::string verb;
  std::vector<std::string> moves = {};
};

/// The changes of the options, in their order. `path`: the book, for errors about missing moves. Error: a
/// change that a Crafty book cannot store.
[[nodiscard]] Result<std::vector<book::CraftyEdit>> read_crafty_edits(const std::string& path,
                                                                      const Subject& subject,
                                                                      std::span<const VerbMoves> verbs);

}  // namespace polyglot::tools
