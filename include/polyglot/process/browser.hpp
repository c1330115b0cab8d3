// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <polyglot/result.hpp>

namespace polyglot::process {

/// Opens a file in the user's browser: with `xdg-open`, or on Windows with the default program for .html
/// files. Returns at once, and cannot find out whether a browser appears. The browser keeps running when this
/// program ends or gets Ctrl-C, and inherits none of its open files. Error: nothing can open the file.
[[nodiscard]] Result<void> open_in_browser(const std::string& page);

}  // namespace polyglot::process
