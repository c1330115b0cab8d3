// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyglot/result.hpp>
#include <polyglot/variants/types.hpp>
#include <polyglot/variants/variant.hpp>

namespace polyglot::variants {

struct Definition;

/// The known variants. Their rules are read from text; docs/variants.md describes it.
class Catalogue {
 public:
  /// The variants of the program: config/variants.ini, as it was when the program was built.
  [[nodiscard]] static const Catalogue& builtin();

  /// Adds or changes variants: a section of a known name continues the known one. Error: the first mistake,
  /// with `file_name` and line; nothing is added then.
  [[nodiscard]] Result<void> add(std::string_view text, std::string_view file_name);

  /// Finds a variant by the name that XBoard, Fairy-Stockfish, Lichess or Cute Chess has for it, in any
  /// letter case. This call computes its tables: keep the result. Error: nothing has that name.
  [[nodiscard]] Result<std::shared_ptr<const Variant>> find(std::string_view name) const;
  /// The first name of the variant that find() would return; nothing if there is none.
  [[nodiscard]] std::optional<std::string> first_name(std::string_view name) const;
  /// The first name of each variant, in the order of the text.
  [[nodiscard]] std::vector<std::string> names() const;

  /// The key of the start position of each variant, in the order of the text, with the first name of the
  /// variant. Plain keys follow the others. This call computes no tables of moves.
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
