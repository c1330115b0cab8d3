// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>

#include <polyglot/book/paired_lines.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/table_verdict.hpp>
#include <polyglot/session/verdict_source.hpp>

namespace polyglot::session {

/// Returns what tablebases say of the last position of a game of chess; nothing if they do not have it.
using TablebaseSource = std::function<std::optional<game::TableVerdict>(const game::Game& game)>;

/// What a session asks while it handles an event, beside its books. Each source may be null. The log has all
/// answers except those of `line_verdicts`, so that a replay can repeat them.
struct Sources {
  book::LineSource lines{};  ///< for BookPairs
  VerdictSource verdicts{};  ///< for BookVerifyStore
  /// For BookVerifyStore while `lines` draws a line. The log has the line instead of these verdicts, so a
  /// replay needs none, and nobody reports an error.
  VerdictSource line_verdicts{};
  TablebaseSource tablebases{};  ///< for Tablebase
};

}  // namespace polyglot::session
