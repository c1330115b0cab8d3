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

}  // namespace polyglot::explorer
