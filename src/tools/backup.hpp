// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <polyglot/result.hpp>

namespace polyglot::tools {

/// Copies the book that is to be changed to BOOK~, if there is one, and says so in `notes`.
[[nodiscard]] Result<void> back_up(const std::string& book, std::string& notes);

}  // namespace polyglot::tools
