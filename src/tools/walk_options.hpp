// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include <polyglot/book/book_games.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/loaded_book.hpp>

#include "tools/option_values.hpp"
#include "tools/position_arguments.hpp"
#include "tools/tool.hpp"
#include "tools/variant_options.hpp"

namespace polyglot::tools {

/// The options of tools that walk over whole books: those of VariantOptions, and --fen, the start of games.
/// Tools for one book also accept that start as plain words after the book.
class WalkOptions {
 public:
  /// Adds the options to a command, as VariantOptions does.
  void add_to(Command& command);
  void add_without_keys_to(Command& command);
  /// Adds them to a command for one book, after the option of the book.
  void add_after_book_to(Command& command);
  [[nodiscard]] const VariantOptions& variant() const noexcept { return variant_; }

  /// The rules and the starts of the book's games. The starts come from --fen or the plain words. By default
  /// they are the usual start, or all start positions in the book if pieces are shuffled. Error: the book is
  /// for other games, or a FEN or a move is wrong.
  [[nodiscard]] book::BookGames games_of(const book::LoadedBook& book) const;
  /// The rules and starts for several books.
  [[nodiscard]] book::BookGames games_of(const std::vector<const book::LoadedBook*>& books) const;

 private:
  [[nodiscard]] config::Switch start_switch();
  /// The starts on the command line. Empty: it names none.
  [[nodiscard]] std::vector<game::Position> named_starts(const game::Rules& rules) const;

  VariantOptions variant_;
  Strings fens_;
  PositionWords words_;
};

/// The books of tools that take a position by --fen only. Error: a word is a position and no file.
[[nodiscard]] Action walked_books(const Action& books);

/// Warns about an empty file with the same text as lookups. Polyglot reads it as a book without moves.
void tell_if_empty(const Command& command, const std::string& path);
/// Reports what a user should know about a book.
void tell_notes(const Command& command, std::span<const Error> notes);
/// Reports note_on_variations().
void tell_note(const Command& command, const book::BookSource& book);
/// Reports problems of a book that can still be used. Returns the exit code.
[[nodiscard]] int tell_troubles(const Command& command, std::span<const Error> troubles);
/// Reports the note on a book and its problems. Returns the exit code.
[[nodiscard]] int tell_troubles(const Command& command, const book::LoadedBook& book);

}  // namespace polyglot::tools
