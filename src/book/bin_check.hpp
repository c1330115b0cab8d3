#pragma once

#include <polyglot/result.hpp>

#include "book/bin_file.hpp"

namespace polyglot::book {

/// Whether a file is a `.bin` book that can be searched. Error: size, offset, and what to do.
[[nodiscard]] Result<void> check_bin_file(const BinFile& file);

}  // namespace polyglot::book
