// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <polyglot/book/book_stack.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/result.hpp>

namespace polyglot::proxy {

/// What the books of a session would answer in a position, and why.
struct Explanation {
  book::Decision decision;
  std::vector<std::string> troubles;  ///< problems of the books; a book that cannot be opened is not asked
};

/// Finds the book move that a session with this configuration would play in the last position of a game. It
/// opens the same books and asks them the same question. The rules of the game must be known. `about` holds
/// what is known about the clock and the opponent. No engine is started: in the name of BookLearnFile, %e
/// becomes EngineName or the name of the engine's program. Error: the file of variants is wrong.
[[nodiscard]] Result<Explanation> explain(const config::Configuration& configuration, const game::Game& game,
                                          book::Question about);

}  // namespace polyglot::proxy
