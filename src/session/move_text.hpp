#pragma once

#include <string_view>

namespace polyglot::session {

/// True if the text has the form of a move, in coordinates or SAN, legal or not.
[[nodiscard]] bool looks_like_move(std::string_view text) noexcept;

}  // namespace polyglot::session
