#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace polyglot::book {

/// Recognises what is plainly no `.bin` book by its first bytes: an archive, PGN, other text, a Crafty book.
/// Returns what it is and what to do: "is a ZIP archive: unpack it and …"; nothing if it may be a book.
[[nodiscard]] std::optional<std::string_view> recognise_other_format(std::span<const std::byte> start);

}  // namespace polyglot::book
