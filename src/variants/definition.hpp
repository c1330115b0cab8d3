// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/result.hpp>
#include <polyglot/variants/position.hpp>

#include "variants/rules.hpp"

namespace polyglot::variants {

/// A line `name = value` of a section.
struct DefinitionLine {
  std::string name;
  std::string value;
  std::size_t line = 0;  ///< from 1
};

struct Definition {
  std::string name;
  std::vector<DefinitionLine> lines;
  std::size_t line = 0;  ///< where the section begins

  /// Adds a line, or replaces the line of that name.
  void set(DefinitionLine added);
};

/// Reads sections in the order of the text. A section that occurs twice is returned twice. Error: a line that
/// belongs to no section, or that repeats a name of its section.
[[nodiscard]] Result<std::vector<Definition>> read_definitions(std::string_view text,
                                                               std::string_view file_name);

/// Reads the rules of a definition, without `like`. Error: `where` is the number of the line.
[[nodiscard]] Result<Rules> read_rules(const Definition& definition);

/// Returns why the steps of a variant's shuffle do not fit its start position; nothing if they fit.
[[nodiscard]] std::optional<std::string> misfit_of_shuffle(const Position& start);

/// The text of config/variants.ini when the program was built.
[[nodiscard]] std::string_view builtin_variants() noexcept;

}  // namespace polyglot::variants
