// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <polyglot/result.hpp>

namespace polyglot::tools {

/// Copies the book that will be changed to BOOK~, if it exists, and adds that to `notes`.
[[nodiscard]] Result<void> back_up(const std::string& book, std::string& notes);

}  // namespace polyglot::tools
