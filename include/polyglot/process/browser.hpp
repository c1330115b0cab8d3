// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include <polyglot/result.hpp>

namespace polyglot::process {

/// The path of a file that leads a browser to an address. The last owner removes the file.
using BrowserPage = std::shared_ptr<const std::string>;

/// Opens an address in the user's browser, and keeps it secret from other users of this machine. They can
/// read the command lines of all programs. Therefore the browser gets the name of a new file, which only its
/// user can read and which leads to the address: keep it until the browser has read it.
///
/// It starts `xdg-open`, or on Windows the default program for .html files, and returns at once. It cannot
/// find out whether a browser appears. The browser keeps running when this program ends or gets Ctrl-C, and
/// inherits none of its open files. Error: the file cannot be written, or nothing can open it.
[[nodiscard]] Result<BrowserPage> open_in_browser(const std::string& url);

}  // namespace polyglot::process
