// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <polyglot/result.hpp>

/// What the system has for BrowserPage.
namespace polyglot::os {

/// Makes a new folder for the page that only its user may open. Error: the system's reason.
[[nodiscard]] Result<std::string> make_page_folder();

/// Opens a file in the user's browser, and returns at once. Error: there is no browser.
[[nodiscard]] Result<void> start_browser(const std::string& page);

}  // namespace polyglot::os
