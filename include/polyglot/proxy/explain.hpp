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

/// What the books of a session would answer, and why.
struct Explanation {
  book::Decision decision;            ///< its candidates have what BookVerifyStore says of them
  std::vector<std::string> troubles;  ///< what is wrong with the books; a book that cannot be opened is not
                                      ///< asked
};

/// Finds what a session with this configuration would play from its books in the last position of a game. The
/// rules of the game must be known. It opens the same books as a session and asks them the same question.
/// `about` holds what is known about the clock and the opponent. It starts no engine: in the name of
/// BookLearnFile, %e becomes EngineName or the name of the engine's program. Error: the file of variants is
/// wrong.
[[nodiscard]] Result<Explanation> explain(const config::Configuration& configuration, const game::Game& game,
                                          book::Question about);

}  // namespace polyglot::proxy
