#pragma once

#include <memory>
#include <string>
#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/result.hpp>
#include <polyglot/variants/catalogue.hpp>

#include "tools/tool.hpp"

namespace polyglot::tools {

/// The options -variant and -variants: the game that positions and moves are of.
class VariantOptions {
 public:
  [[nodiscard]] std::vector<config::Switch> switches();
  /// Those of chess without -variant. Error: there is no such variant, or the file with more is wrong.
  [[nodiscard]] Result<game::Rules> rules() const;
  /// The same, null without -variant; chess is a variant here, if it is named.
  [[nodiscard]] Result<std::shared_ptr<const variants::Variant>> variant() const;

  /// The rules of a book's games: without -variant those that it says, or chess. Error: it is for others.
  [[nodiscard]] Result<game::Rules> rules_of(const book::BookSource& book) const;

 private:
  [[nodiscard]] Result<variants::Catalogue> catalogue() const;

  std::string name_;
  std::string file_;
};

}  // namespace polyglot::tools
