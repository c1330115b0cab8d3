#pragma once

#include <optional>
#include <string>
#include <vector>

#include <polyglot/book/header.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The order of a `.bin` book: by key, then by weight, highest first; equals keep the order they came in.
void sort_entries(std::vector<RawEntry>& entries);

/// Writes a `.bin` book, entries sorted as by sort_entries().
///
/// All or nothing: it is written beside `path`, flushed to the disk and renamed, so that readers and a power
/// cut see the old book or the new one. An existing file keeps its permissions, a symbolic link stays a link.
/// No entries and no header give an empty file.
/// Error: an entry with key 0, a header that make_header() refuses, or the system's reason with the path.
[[nodiscard]] Result<void> write_bin_book(const std::string& path, std::vector<RawEntry> entries,
                                          const std::optional<BookHeader>& header = std::nullopt);

}  // namespace polyglot::book
