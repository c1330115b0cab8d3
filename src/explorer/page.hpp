// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

/// The files of the page. embed_page.cmake puts them into the program.
namespace polyglot::explorer {

struct Asset {
  std::string_view path;  ///< as in requests: "/ui/app.js", and "/" for the page itself
  std::string_view content_type;
  std::string_view content;
};

[[nodiscard]] std::span<const Asset> page_assets() noexcept;

/// The page in one file, with scripts and style. It has placeholders for the books as JSON, and for the
/// hashes of script and style in its Content-Security-Policy.
struct ExportPage {
  std::string_view content;
  std::string_view script_sha256;  ///< hexadecimal
  std::string_view style_sha256;
};

[[nodiscard]] ExportPage export_page_template() noexcept;

inline constexpr std::string_view kBooksMark = "{{books}}";
inline constexpr std::string_view kScriptHashMark = "{{script-hash}}";
inline constexpr std::string_view kStyleHashMark = "{{style-hash}}";

}  // namespace polyglot::explorer
