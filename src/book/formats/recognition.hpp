// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <polyglot/book/book_format.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// As much as is needed to tell the formats apart.
inline constexpr std::size_t kStartBytes = 512;

/// The format of a file that begins so. Error: what it is instead, and what to do: "is a ZIP archive: …".
[[nodiscard]] Result<BookFormat> recognise(std::span<const std::byte> start);

/// The same of a file that is open. Error: also the system's reason, with the path.
[[nodiscard]] Result<BookFormat> recognise(const os::File& file);

/// Why a book of another format will not do where a `.bin` file is needed: "is a PGN file, not a book: …".
[[nodiscard]] std::string_view no_polyglot_book(BookFormat format) noexcept;

}  // namespace polyglot::book
