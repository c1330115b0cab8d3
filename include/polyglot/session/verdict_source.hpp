// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/book_stack.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/result.hpp>

namespace polyglot::session {

/// The reason why Polyglot does not play a book move that a verdict rejects.
inline constexpr std::string_view kDroppedByVerdict = "worse than the engine's own choice";

/// A question about a book move on which a store may have a verdict. With a verdict BookVerify needs no
/// search, and BookMode = verdicts weighs the move by it.
struct VerdictQuestion {
  const game::Game& game;          ///< its rules must be known
  const game::Move& move;          ///< a legal move in its last position
  std::chrono::milliseconds time;  ///< minimum time of the search behind the verdict; 0: any
};

/// Returns the verdict of BookVerifyStore on a move; nothing if the store has none. Error: the store cannot
/// be read.
using VerdictSource =
    std::function<Result<std::optional<book::StoredVerdict>>(const VerdictQuestion& question)>;

/// Asks `source` about the moves of a question to books, about none twice. `time`: see VerdictQuestion. There
/// are no verdicts if the source fails. Null if `source` is null.
[[nodiscard]] decltype(book::Question::verdict) verdict_finder(VerdictSource source,
                                                               std::chrono::milliseconds time);

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
