// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include <polyglot/chess/position.hpp>

namespace polyglot::fuzz {

/// What a `position` command of UCI sets up, read anew; nothing if it is wrong.
[[nodiscard]] std::optional<chess::Position> position_of(std::string_view line);

}  // namespace polyglot::fuzz
