#pragma once

#include <memory>
#include <string>
#include <vector>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/result.hpp>
#include <polyglot/variants/catalogue.hpp>
#include <polyglot/variants/variant.hpp>

#include "tools/tool.hpp"

namespace polyglot::tools {

/// The options -variant and -variants: the game that positions and moves are of.
class VariantOptions {
 public:
  [[nodiscard]] std::vector<config::Switch> switches();
  /// Null without -variant: chess. Error: there is no such variant, or the file with more of them is wrong.
  [[nodiscard]] Result<std::shared_ptr<const variants::Variant>> variant() const;

  /// The same for a book: without -variant what its header says. Error: the header names others.
  [[nodiscard]] Result<std::shared_ptr<const variants::Variant>> variant_of(const book::BinBook& book) const;

 private:
  [[nodiscard]] Result<variants::Catalogue> catalogue() const;

  std::string name_;
  std::string file_;
};

}  // namespace polyglot::tools
