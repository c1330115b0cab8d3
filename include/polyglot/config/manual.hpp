// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/config/syntax.hpp>

namespace polyglot::config {

/// The declaration of a tool. Its help, its manual page and the completions are generated from it.
struct Manual {
  std::string_view name;     ///< "make-book"
  std::string_view summary;  ///< one sentence, with its final period
  std::vector<Switch> switches;
  std::string_view examples;    ///< commands, one a line
  std::string_view exit_codes;  ///< "0 success, 1 failure"
};

/// Returns `polyglot make-book [OPTION]... [FILE]...`.
[[nodiscard]] std::string usage_line(const Manual& tool);

/// Returns the text that `polyglot make-book --help` prints.
[[nodiscard]] std::string help_text(const Manual& tool);

/// Returns the manual page, for example polyglot-make-book(6).
[[nodiscard]] std::string render_man_page(const Manual& tool);

/// Shells whose completions are generated.
enum class Shell : std::uint8_t { bash, zsh, fish };

/// Returns the completions of the proxy's command line and all tools.
[[nodiscard]] std::string render_completion(Shell shell, std::span<const Manual> tools);

/// A file of generated documentation.
struct Document {
  std::string path;  ///< relative to the folder for shared data: `man/man6/polyglot-make-book.6`
  std::string text;
};

/// Returns the manual pages of the tools and the completions, with the paths to which they are installed.
[[nodiscard]] std::vector<Document> tool_documents(std::span<const Manual> tools);

}  // namespace polyglot::config
