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
#include <polyglot/result.hpp>
#include <polyglot/variants/catalogue.hpp>

#include "tools/tool.hpp"

namespace polyglot::tools {

/// What a book says it is for.
struct SaidVariants {
  std::string path;
  std::vector<std::string> names;                         ///< none: nothing is said
  std::optional<book::BookFormat> format = std::nullopt;  ///< of the book, if it was asked for
};

/// What the header of a `.bin` says; nothing where there is none that can be read.
[[nodiscard]] SaidVariants said_in_header(const std::string& path);

/// The option --untagged of tools that take the games of a variant out of PGN files.
[[nodiscard]] config::Switch untagged_switch(bool& place);

/// The options --variant, --variants and --keys: the game that positions and moves are of, and the kind of
/// keys that its books have. Rules of plain keys have positions of plain keys.
class VariantOptions {
 public:
  /// `with_keys`: --keys as well, which some tools have for something else.
  [[nodiscard]] std::vector<config::Switch> switches(bool with_keys = true);
  /// Those of chess without --variant. Error: there is no such variant, or the file with more is wrong.
  [[nodiscard]] Result<game::Rules> rules() const;
  /// The same, null without --variant; chess is a variant here, if it is named.
  [[nodiscard]] Result<std::shared_ptr<const variants::Variant>> variant() const;

  /// The rules of the books' games: without --variant those that one of them says, or chess. Error: one is
  /// for others, or is of a format that knows chess only.
  [[nodiscard]] Result<game::Rules> rules_of(std::span<const SaidVariants> books) const;
  [[nodiscard]] Result<game::Rules> rules_of(const book::BookSource& book) const;
  /// Whether --variant or one of the books names Chess960.
  [[nodiscard]] bool names_chess960(std::span<const SaidVariants> books) const;

 private:
  [[nodiscard]] Result<variants::Catalogue> catalogue() const;
  // What --variant names, whatever --keys says.
  [[nodiscard]] Result<std::shared_ptr<const variants::Variant>> named_variant() const;
  [[nodiscard]] Result<game::Rules> named_rules() const;
  [[nodiscard]] Result<game::Rules> rules_wanted(std::span<const SaidVariants> books) const;
  [[nodiscard]] Result<game::Rules> with_keys_of(const game::Rules& rules,
                                                 std::span<const SaidVariants> books) const;

  std::string name_;
  std::string file_;
  book::BookKeys keys_ = book::BookKeys::automatic;
};

}  // namespace polyglot::tools
