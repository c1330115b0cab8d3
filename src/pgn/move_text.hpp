#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <polyglot/pgn/game_text.hpp>

namespace polyglot::pgn {

/// What the moves of a game looked like.
struct MoveTextEnd {
  std::size_t at = 0;                 ///< behind the termination marker, or where the next game begins
  std::string_view termination = {};  ///< empty if there was none
};

/// Collects the main line's moves from `at` on, until a termination marker, the next game or the end, and
/// the flaws on the way.
[[nodiscard]] MoveTextEnd read_moves(std::string_view text, std::size_t at,
                                     std::vector<std::string_view>& moves, std::vector<Flaw>& flaws);

/// A comment that was passed over.
struct SkippedComment {
  std::size_t end = 0;  ///< behind it; where the next game begins if it is not closed
  bool is_closed = true;
  bool holds_another = false;  ///< a '{' without a '}' of its own
};

/// Passes over the comment whose '{' is at `at`.
[[nodiscard]] SkippedComment skip_comment(std::string_view text, std::size_t at) noexcept;

/// Adds a flaw unless there is one of its kind.
void note(std::vector<Flaw>& flaws, Flaw flaw);

}  // namespace polyglot::pgn
