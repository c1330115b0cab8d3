// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include <polyglot/result.hpp>
#include <polyglot/variants/variant.hpp>

namespace polyglot::variants {

struct Definition;

/// The known variants. It reads their rules from text, which docs/variants.md describes. Any number of
/// threads may call const functions at once.
class Catalogue {
 public:
  /// Returns the variants of the program: config/variants.ini, as it was when the program was built.
  [[nodiscard]] static const Catalogue& builtin();

  /// Adds variants, or changes them: a section with a known name continues that variant. Error: the first
  /// mistake, with `file_name` and line; nothing is added then.
  [[nodiscard]] Result<void> add(std::string_view text, std::string_view file_name);

  /// Finds a variant by the name that XBoard, Fairy-Stockfish, Lichess or Cute Chess has for it, in any
  /// letter case. Cost: it computes the variant's tables, so keep the result. Error: there is none.
  [[nodiscard]] Result<std::shared_ptr<const Variant>> find(std::string_view name) const;
  /// Returns the first name of the variant that find() would return; nothing if there is none.
  [[nodiscard]] std::optional<std::string> first_name(std::string_view name) const;
  /// Returns the first name of each variant, in the order of the text.
  [[nodiscard]] std::vector<std::string> names() const;

  /// Returns the key of each variant's start position with the variant's first name, in the order of the
  /// text. Plain keys follow the others. It computes no tables of moves.
  [[nodiscard]] std::vector<std::pair<Key, std::string>> start_keys() const;

  Catalogue();
  ~Catalogue();
  Catalogue(const Catalogue&);
  Catalogue& operator=(const Catalogue&);

 private:
  [[nodiscard]] const Rules* rules_of(std::string_view name) const;
  Result<std::vector<std::size_t>> read(std::string_view text, std::string_view file_name);

  std::vector<Definition> definitions_;  ///< the lines of the text, with all inherited ones
  std::vector<Rules> rules_;             ///< the rules of the definitions, in the same order
};

}  // namespace polyglot::variants
