// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <polyglot/book/book_format.hpp>
#include <polyglot/book/book_keys.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/variants/catalogue.hpp>

#include "tools/tool.hpp"

namespace polyglot::tools {

/// The variants that a book names.
struct SaidVariants {
  std::string path;
  std::vector<std::string> names;                         ///< empty: it names none
  std::optional<book::BookFormat> format = std::nullopt;  ///< the format of the book, if it was given
};

/// Returns the variants in the header of a `.bin`; none without a readable header.
[[nodiscard]] SaidVariants said_in_header(const std::string& path);

/// The option --untagged of tools that read games of a variant from PGN files.
[[nodiscard]] config::Switch untagged_switch(bool& place);

/// The options --variant, --variants and --keys: the rules of positions and moves, and the kind of keys in
/// the books. Rules with plain keys make positions with plain keys.
class VariantOptions {
 public:
  /// Adds the options to a command, which also reports a guess of the variant, and must outlive them.
  void add_to(Command& command, const std::string& section = {});
  /// Adds them without --keys, which has another meaning in some tools.
  void add_without_keys_to(Command& command, const std::string& section = {});
  /// The rules of --variant, by default chess. Error: there is no such variant.
  [[nodiscard]] game::Rules rules() const;
  /// The variant of --variant, which may be chess; null without --variant.
  [[nodiscard]] std::shared_ptr<const variants::Variant> variant() const;

  /// The rules of the books' games: those of --variant, or else those that the books name or seem to have, or
  /// else chess. Error: unknown rules, or a book with other games, or whose format or keys do not fit.
  [[nodiscard]] game::Rules rules_of(std::span<const SaidVariants> books) const;
  [[nodiscard]] game::Rules rules_of(const book::BookSource& book) const;
  /// Finds the rules for a name in a file, with XBoard's keys. Error: there is no such variant.
  [[nodiscard]] game::Rules find(const std::string& name, const std::string& file) const;
  /// Whether games by the rules of these books begin with shuffled pieces: in Chess960, which --variant or
  /// one of the books names, and in some variants.
  [[nodiscard]] bool are_shuffled(const game::Rules& rules, std::span<const SaidVariants> books) const;

 private:
  /// The built-in variants, with those of --variants.
  [[nodiscard]] const variants::Catalogue& catalogue() const;
  // Returns the variant of --variant, and ignores --keys.
  [[nodiscard]] std::shared_ptr<const variants::Variant> named_variant() const;
  [[nodiscard]] game::Rules named_rules() const;
  [[nodiscard]] game::Rules rules_wanted(std::span<const SaidVariants> books) const;
  [[nodiscard]] game::Rules with_keys_of(const game::Rules& rules, std::span<const SaidVariants> books) const;

  const Command* command_ = nullptr;
  std::string name_;
  std::optional<variants::Catalogue> catalogue_;  ///< with the rules of --variants, if it is given
  book::BookKeys keys_ = book::BookKeys::automatic;
};

}  // namespace polyglot::tools
