// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include <polyglot/book/book_games.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/result.hpp>

#include "tools/tool.hpp"
#include "tools/variant_options.hpp"

namespace polyglot::tools {

/// The options of tools that walk over whole books: --variant and --variants, and --fen, where games begin.
class WalkOptions {
 public:
  [[nodiscard]] std::vector<config::Switch> switches(bool with_keys = true);
  [[nodiscard]] const VariantOptions& variant() const noexcept { return variant_; }

  /// The rules of the book's games, and where they begin: as --fen says, or else at the start; where starts
  /// are shuffled, at every one that the book has. Error: the book is for other games, or a FEN is wrong.
  [[nodiscard]] Result<book::BookGames> games_of(const book::LoadedBook& book) const;
  /// The same for several books.
  [[nodiscard]] Result<book::BookGames> games_of(const std::vector<const book::LoadedBook*>& books) const;

 private:
  VariantOptions variant_;
  std::vector<std::string> fens_;
};

/// Warns of a file without a byte, in the words of the lookups. The book is read as one without moves.
void tell_if_empty(const Command& command, const std::string& path);
/// Tells what is wrong with a book that could be used all the same. The exit code.
[[nodiscard]] int tell_troubles(const Command& command, std::span<const Error> troubles);

}  // namespace polyglot::tools
