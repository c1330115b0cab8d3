// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/result.hpp>

#include "variants/rules.hpp"

namespace polyglot::variants {

/// A line `name = value` of a section.
struct DefinitionLine {
  std::string name;
  std::string value;
  std::size_t line = 0;  ///< from 1
};

/// A section of variants.ini.
struct Definition {
  std::string name;
  std::vector<DefinitionLine> lines;
  std::size_t line = 0;  ///< where it begins

  /// Adds a line, or replaces the one of that name.
  void set(DefinitionLine added);
};

/// Reads sections in the order of the text; one that occurs twice is there twice. Error: what is no line of
/// a section, or says again what another one of it says.
[[nodiscard]] Result<std::vector<Definition>> read_definitions(std::string_view text,
                                                               std::string_view file_name);

/// What the lines of a definition say, without `like`. Error: `where` is the number of the line.
[[nodiscard]] Result<Rules> read_rules(const Definition& definition);

}  // namespace polyglot::variants
