// SPDX-License-Identifier: MIT
#pragma once

#include "book/formats/bin/record_file.hpp"

namespace polyglot::book {

/// Whether a file is probably not a book: RecordCheck::is_no_book() for pages throughout the file. False if
/// they cannot be read. Defined in check.cpp, which knows what is wrong with a record.
[[nodiscard]] bool is_no_book(const RecordSource& records);

}  // namespace polyglot::book
