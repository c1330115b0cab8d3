#pragma once

#include <string>
#include <vector>

#include <polyglot/result.hpp>

#include "tools/book_edits.hpp"

namespace polyglot::tools {

/// Reads a script of changes, line by line; "-" is standard input. Error: `file:line: ...`, the first one.
/// Source: docs/tools.md, "edit-book".
[[nodiscard]] Result<std::vector<BookEdit>> read_edit_script(const std::string& path);

/// How places in the script are called: its path, or "standard input".
[[nodiscard]] std::string script_name(const std::string& path);

}  // namespace polyglot::tools
