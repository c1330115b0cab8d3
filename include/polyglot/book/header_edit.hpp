#pragma once

#include <functional>
#include <optional>
#include <string>

#include <polyglot/book/header.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The header of a book; nothing if it has none. Error: there is one that cannot be read.
[[nodiscard]] Result<std::optional<BookHeader>> read_header(const std::string& path);

/// The header that a book is to have, nothing for none, instead of the one that it has; one that cannot be
/// read counts as none.
using HeaderChange = std::function<std::optional<BookHeader>(std::optional<BookHeader> old)>;

/// Writes the moves of a book behind another header to `out`, which may be the book itself; `change` is
/// called again where others write the book meanwhile. Constant memory. Error: a header that make_header()
/// refuses, a book that is not sound, or the system's reason.
[[nodiscard]] Result<void> replace_header(const std::string& path, const HeaderChange& change,
                                          const std::string& out);

}  // namespace polyglot::book
