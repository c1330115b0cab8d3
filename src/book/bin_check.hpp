#pragma once

#include <cstdint>

#include <polyglot/result.hpp>

#include "book/bin_file.hpp"
#include "book/mapped_file.hpp"

namespace polyglot::book {

/// Whether a file is a `.bin` book that can be searched. Error: size, offset, and what to do.
[[nodiscard]] Result<void> check_bin_file(const BinFile& file);

/// That it is no archive and no text.
[[nodiscard]] Result<void> check_bin_kind(const MappedFile& file);
/// That its size is a multiple of that of a record.
[[nodiscard]] Result<void> check_bin_size(const MappedFile& file);
/// The complaint about record number `index`, whose key is smaller than one before it.
[[nodiscard]] Error not_sorted(const MappedFile& file, std::uint64_t index);

}  // namespace polyglot::book
