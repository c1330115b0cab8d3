#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace polyglot::pgn {

/// What the moves of a game looked like.
struct MoveTextEnd {
  std::size_t at = 0;                 ///< behind the termination marker, or where the next game begins
  std::string_view termination = {};  ///< empty if there was none
};

/// Collects the main line's moves from `at` on, until a termination marker, the next game or the end.
[[nodiscard]] MoveTextEnd read_moves(std::string_view text, std::size_t at,
                                     std::vector<std::string_view>& moves);

/// The place behind the comment whose '{' is at `at`; where the next game begins if it is not closed.
[[nodiscard]] std::size_t skip_comment(std::string_view text, std::size_t at) noexcept;

}  // namespace polyglot::pgn
