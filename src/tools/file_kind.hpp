// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace polyglot::tools {

/// What a file is, as far as its first bytes tell.
enum class FileKind : std::uint8_t { unknown, book, games, configuration };

[[nodiscard]] FileKind kind_of_file(const std::string& path);

/// A path as it is typed in a command: in quotes if it has blanks or what a shell takes for its own.
[[nodiscard]] std::string shell_word(const std::string& path);

/// What to do with a file that stands where one of another kind is wanted: `; book.bin is a book: polyglot
/// info-book book.bin`. Empty if it may be what is wanted, or anything.
[[nodiscard]] std::string other_use(const std::string& path, FileKind wanted);

/// What a file is that was given as the configuration, and the command for it. Empty unless it is a book or a
/// PGN file.
[[nodiscard]] std::string use_of_other_kind(const std::string& path);

}  // namespace polyglot::tools
