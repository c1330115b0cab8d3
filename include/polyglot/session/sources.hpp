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

/// What a session asks while it handles an event, beside its books. Each source may be null. A log has the
/// answers, so that a replay can repeat them.
struct Sources {
  book::LineSource lines{};  ///< for BookPairs
  VerdictSource verdicts{};  ///< for BookVerifyStore
  /// The same while `lines` draws a line. The log has the line instead of these verdicts, so a replay needs
  /// none, and an error is not reported.
  VerdictSource line_verdicts{};
  TablebaseSource tablebases{};  ///< for Tablebase
};

}  // namespace polyglot::session
