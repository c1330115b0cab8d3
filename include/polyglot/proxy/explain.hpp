// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <polyglot/book/book_stack.hpp>
#include <polyglot/book/decision.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/result.hpp>

namespace polyglot::proxy {

/// What a session's books would answer, and why.
struct Explanation {
  book::Decision decision;
  std::vector<std::string> troubles;  ///< what is wrong with a book; one that cannot be opened is not asked
};

/// What a session with this configuration would play from its books in the last position of a game, whose
/// rules must be known: the same books, opened as a session opens them, asked the same question. `about` says
/// what is known of the clock and the opponent. No engine is started: in the name of BookLearnFile %e becomes
/// EngineName or the name of the engine's program. Error: the file of variants is wrong.
[[nodiscard]] Result<Explanation> explain(const config::Configuration& configuration, const game::Game& game,
                                          book::Question about);

}  // namespace polyglot::proxy
