// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/selection.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/result.hpp>

namespace polyglot::session {

/// Why the book does not play a move that a verdict is against.
inline constexpr std::string_view kDroppedByVerdict = "worse than the engine's own choice";

/// A book move on which a store may have a verdict: then BookVerify needs no search, and BookMode = verdicts
/// weighs it.
struct VerdictQuestion {
  const game::Game& game;          ///< its rules must be known
  const game::Move& move;          ///< a legal move in its last position
  std::chrono::milliseconds time;  ///< of a search of BookVerify; 0: any time is enough
};

/// Returns the verdict of BookVerifyStore on a move; nothing if it has none.
using VerdictSource =
    std::function<Result<std::optional<book::StoredVerdict>>(const VerdictQuestion& question)>;

/// The result of a search of BookVerify, for BookVerifyStore.
struct FoundVerdict {
  std::string variant;  ///< game::Rules::name()
  game::Position position;
  protocol::Score score;              ///< for the side to move
  std::vector<game::Move> variation;  ///< at least one move
  int depth = 0;                      ///< plies that the engine reported
  std::uint64_t nodes = 0;
  std::uint64_t milliseconds = 0;     ///< by the engine's clock
  std::chrono::milliseconds time{0};  ///< the limit of the search
};

}  // namespace polyglot::session
