#pragma once

#include <cstddef>
#include <string_view>

namespace polyglot::pgn {

/// A comment that was passed over.
struct SkippedComment {
  std::size_t end = 0;  ///< behind it; where the next game begins if it is not closed
  bool is_closed = true;
  bool holds_another = false;  ///< a '{' without a '}' of its own
};

/// Passes over the comment whose '{' is at `at`.
[[nodiscard]] SkippedComment skip_comment(std::string_view text, std::size_t at) noexcept;

}  // namespace polyglot::pgn
