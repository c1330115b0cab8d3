// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/chess/position.hpp>

#include "check.hpp"

namespace polyglot::fuzz {

/// The position that a `position` command of UCI sets up, without any state; nothing if the command is wrong.
[[nodiscard]] std::optional<chess::Position> position_of(std::string_view line);

}  // namespace polyglot::fuzz
