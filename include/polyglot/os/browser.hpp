// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <polyglot/result.hpp>

namespace polyglot::os {

/// Has the desktop show an address in the user's browser (`xdg-open`), which outlives this program and
/// Ctrl-C. Returns at once; whether a browser comes up is not known. Error: there is no xdg-open.
[[nodiscard]] Result<void> open_in_browser(const std::string& url);

}  // namespace polyglot::os
