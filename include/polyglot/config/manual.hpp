// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <polyglot/config/syntax.hpp>

namespace polyglot::config {

/// The declaration of a tool. Its help is generated from it.
struct Manual {
  std::string_view name;     ///< "make-book"
  std::string_view summary;  ///< one sentence, with its final period
  std::vector<Switch> switches;
  std::string_view examples;    ///< commands, one a line
  std::string_view exit_codes;  ///< "0 success, 1 failure"
};

/// Returns the text that `polyglot make-book --help` prints.
[[nodiscard]] std::string help_text(const Manual& tool);

}  // namespace polyglot::config
