// SPDX-License-Identifier: MIT
/// In the place of the explorer's page, whose making needs nothing that is fuzzed.

#include "explorer/page.hpp"

namespace polyglot::explorer {

std::span<const Asset> page_assets() noexcept {
  static constexpr Asset kPage{.path = "/", .content_type = "text/html", .content = "<!DOCTYPE html>"};
  return {&kPage, 1};
}

}  // namespace polyglot::explorer
