#pragma once

#include <optional>
#include <string>

#include <polyglot/book/header.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The header of a book; nothing if it has none. Error: there is one that cannot be read.
[[nodiscard]] Result<std::optional<BookHeader>> read_header(const std::string& path);

/// Writes the moves of a book behind another header, or behind none, to `out`, which may be the book itself.
/// Constant memory.
[[nodiscard]] Result<void> replace_header(const std::string& path, const std::optional<BookHeader>& header,
                                          const std::string& out);

}  // namespace polyglot::book
