// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include <polyglot/game/game.hpp>
#include <polyglot/session/effects.hpp>

namespace polyglot::session {

/// A game of a variant, from its start: by the rules of the first name that is known. `uci_name`: what
/// engines of UCI call it, or nothing for chess; `xboard_name`: what XBoard does, or nothing. Without rules
/// if both are unknown in `variants`.
[[nodiscard]] game::Game variant_game(const variants::Catalogue& variants, std::string_view uci_name,
                                      std::string_view xboard_name = {});

/// For the log: the rules of a variant do not allow what has been played, so others are in force, and the
/// game goes on without.
[[nodiscard]] LogNote rules_doubted(const game::Rules& rules, std::string_view what);

}  // namespace polyglot::session
