// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/book_format.hpp>
#include <polyglot/book/book_keys.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/openings/opening_names.hpp>
#include <polyglot/variants/catalogue.hpp>

#include "tools/option_values.hpp"
#include "tools/position_arguments.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

/// The variants that a book names, and how to guess one if it names none.
struct BookVariants {
  std::string path;
  std::vector<std::string> names = {};                    ///< empty: none
  std::optional<book::BookFormat> format = std::nullopt;  ///< the format of the book, if it is known
  std::optional<book::KeyLookup> keys = std::nullopt;     ///< the keys of a `.bin`
  std::shared_ptr<const book::BinBook> opened = nullptr;  ///< the book of `keys`, if nobody else has it

  [[nodiscard]] static BookVariants of(const book::BookSource& book);
  [[nodiscard]] static BookVariants of(const book::LoadedBook& book);
};

/// Opens a book, and returns the variants in the header of a `.bin`; none without a readable header.
[[nodiscard]] BookVariants variants_in_file(const std::string& path);

/// The option --untagged of tools that read games of a variant from PGN files.
[[nodiscard]] config::Switch untagged_switch(bool& place);

/// The options --variant, --variants and --keys: the rules of positions and moves, and the kind of keys in
/// the books. Rules with plain keys make positions with plain keys.
class VariantOptions {
 public:
  /// Adds the options to a command, which also reports a guess of the variant, and must outlive them.
  void add_to(Command& command, const std::string& section = {});
  /// Adds them without --keys, for tools without a book.
  void add_without_keys_to(Command& command, const std::string& section = {});
  /// The rules of --variant, by default chess. Error: there is no such variant.
  [[nodiscard]] game::Rules rules() const;
  /// The variant of --variant, which may be chess; null without --variant.
  [[nodiscard]] std::shared_ptr<const variants::Variant> variant() const;

  /// The rules of the books' games: those of --variant, or else those that the books name or seem to have, or
  /// else chess. Error: unknown rules, or a book with other games, or whose format or keys do not fit.
  [[nodiscard]] game::Rules rules_of(std::span<const BookVariants> books) const;
  [[nodiscard]] game::Rules rules_of(const book::BookSource& book) const;
  /// The rules for the books at these paths, by variants_in_file().
  [[nodiscard]] game::Rules rules_in_headers(std::span<const std::string> paths) const;
  /// Whether games by the rules of these books begin with shuffled pieces: in Chess960, which --variant or
  /// one of the books names, and in some variants.
  [[nodiscard]] bool are_shuffled(const game::Rules& rules, std::span<const BookVariants> books) const;

 private:
  /// The built-in variants, with those of --variants.
  [[nodiscard]] const variants::Catalogue& catalogue() const;
  // Returns the variant of --variant, and ignores --keys.
  [[nodiscard]] std::shared_ptr<const variants::Variant> named_variant() const;
  [[nodiscard]] game::Rules named_rules() const;
  [[nodiscard]] game::Rules rules_wanted(std::span<const BookVariants> books) const;
  [[nodiscard]] game::Rules with_keys_of(const game::Rules& rules, std::span<const BookVariants> books) const;

  const Command* command_ = nullptr;
  std::string name_;
  std::optional<variants::Catalogue> catalogue_;  ///< with the rules of --variants, if it is given
  book::BookKeys keys_ = book::BookKeys::automatic;
};

/// The options of tools that walk over whole books: those of VariantOptions, and --fen, the start of games.
/// Tools for one book also accept that start as plain words after the book.
class WalkOptions {
 public:
  void add_to(Command& command);
  /// Adds them to a command for one book, after the option of the book.
  void add_after_book_to(Command& command);
  [[nodiscard]] const VariantOptions& variant() const noexcept { return variant_; }

  /// The rules and the starts of the book's games. The starts come from --fen or the plain words. By default
  /// they are the usual start, or all start positions in the book if pieces are shuffled. Error: the book is
  /// for other games, or a FEN or a move is wrong.
  [[nodiscard]] book::BookGames games_of(const book::LoadedBook& book) const;
  [[nodiscard]] book::BookGames games_of(const std::vector<const book::LoadedBook*>& books) const;

 private:
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
void tell_note(const Command& command, const book::BookSource& book);
/// Reports the problems that take_trouble() returns. Returns the exit code.
int tell_troubles(const Command& command, const book::BookSource& book);
/// Reports the note on a book and its problems. Returns the exit code.
[[nodiscard]] int tell_troubles(const Command& command, const book::LoadedBook& book);

/// The option for the source of opening names: files and folders, which may be repeated; `auto` (the usual
/// places, or no names if nothing is there); or `none`.
class OpeningOptions {
 public:
  explicit OpeningOptions(std::string standard) : files_{std::move(standard)} {}

  [[nodiscard]] config::Switch option();
  /// Reads the names, and reports skipped lines. Null: `none` was given, none were found, or the rules are
  /// not those of chess. Error: a given file cannot be read, or has no names.
  [[nodiscard]] std::shared_ptr<const openings::OpeningNames> read(const Command& command,
                                                                   const game::Rules& rules = {}) const;

 private:
  std::vector<std::string> files_;  ///< or only `auto` or `none`
};

/// The part of an opening's name before the colon: "Sicilian Defense".
[[nodiscard]] inline std::string family_of(const openings::Opening& opening) {
  return opening.name.substr(0, opening.name.find(':'));
}

}  // namespace polyglot::tools
