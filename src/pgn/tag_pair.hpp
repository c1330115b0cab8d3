#pragma once

#include <cstddef>
#include <string_view>

#include <polyglot/pgn/game_text.hpp>

namespace polyglot::pgn {

/// A tag pair and the place behind it.
struct TagPair {
  Tag tag;
  std::size_t end;
};

/// Reads the tag pair whose '[' is at `at`, begins_tag() being true. Quotes within the value may lack their
/// backslash; a value that does not end on its line may end on the next one, else it is what the line holds.
[[nodiscard]] TagPair read_tag(std::string_view text, std::size_t at) noexcept;

}  // namespace polyglot::pgn
