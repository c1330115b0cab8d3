// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/result.hpp>
#include <polyglot/variants/variant.hpp>

namespace polyglot::variants {

struct Definition;

/// The variants that are known: rules read from text, docs/variants.md says how it is written.
class Catalogue {
 public:
  /// Those that come with the program: config/variants.ini, as it was when the program was built.
  [[nodiscard]] static const Catalogue& builtin();

  /// Adds variants, or changes some: a section that is there already is continued. `file_name` only serves
  /// the message of the first mistake, with its line; nothing is added then.
  [[nodiscard]] Result<void> add(std::string_view text, std::string_view file_name);

  /// A variant by the name that XBoard, Fairy-Stockfish, Lichess or Cute Chess has for it, in any letter
  /// case. Its tables are computed now: keep it. Error: there is none of that name.
  [[nodiscard]] Result<std::shared_ptr<const Variant>> find(std::string_view name) const;
  /// The first name of the variant that find() would give; nothing if there is none.
  [[nodiscard]] std::optional<std::string> first_name(std::string_view name) const;
  /// The first name of each, in the order of the text.
  [[nodiscard]] std::vector<std::string> names() const;

  Catalogue();
  ~Catalogue();
  Catalogue(const Catalogue&);
  Catalogue& operator=(const Catalogue&);

 private:
  [[nodiscard]] const Rules* rules_of(std::string_view name) const;
  Result<std::vector<std::size_t>> read(std::string_view text, std::string_view file_name);

  std::vector<Definition> definitions_;  ///< what the text says, with all that it inherits
  std::vector<Rules> rules_;             ///< what that means, in the same order
};

}  // namespace polyglot::variants
