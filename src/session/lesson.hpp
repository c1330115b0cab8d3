#pragma once

#include <vector>

#include <polyglot/book/learner.hpp>
#include <polyglot/chess/game.hpp>
#include <polyglot/protocol/messages.hpp>

namespace polyglot::session {

/// What a book can learn from a game: all moves of the side that we played throughout, with what they
/// earned. Nothing if we played neither side alone, or the game has no result.
/// `ours`: for each ply, whether we played it. Source: 2.0.4.
[[nodiscard]] std::vector<book::PlayedMove> lesson(const chess::Game& game, const std::vector<bool>& ours,
                                                   protocol::GameResult::Score result);

}  // namespace polyglot::session
