// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

#include <polyglot/pgn/game_text.hpp>

namespace polyglot::pgn {

/// A result at the start of a text.
struct WrittenResult {
  GameResult result = GameResult::unknown;
  std::size_t length = 0;  ///< of its text; 0 if there is none
};

/// Reads two scores with a hyphen, a dash, a minus sign or a colon between them, such as "1-0", "0 – 1",
/// "½:½" and "0.5-0.5", or "1/2" alone.
[[nodiscard]] WrittenResult read_result(std::string_view text) noexcept;

}  // namespace polyglot::pgn
