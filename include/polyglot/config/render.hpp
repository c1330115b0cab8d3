// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::config {

/// The documents generated from the option registry.
enum class DocumentFormat : std::uint8_t {
  ini,       ///< polyglot.ini.example
  markdown,  ///< docs/options.md
  man,       ///< docs/polyglot.6
};

/// Finds a format by its name for --print-options: ini, markdown, man. Returns nothing for any other name.
[[nodiscard]] std::optional<DocumentFormat> find_document_format(std::string_view name) noexcept;

[[nodiscard]] std::string render(DocumentFormat format);
[[nodiscard]] std::string render_ini_example();
[[nodiscard]] std::string render_markdown();
[[nodiscard]] std::string render_man_page();

/// Returns the text that --help-options prints: usage, the options of the command line and those of the
/// configuration file.
[[nodiscard]] std::string help_text();

}  // namespace polyglot::config
