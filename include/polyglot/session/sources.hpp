// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>

#include <polyglot/book/paired_lines.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/table_verdict.hpp>
#include <polyglot/session/verdict_source.hpp>

namespace polyglot::session {

/// Returns the verdict of tablebases on the last position of a game of chess; nothing if they lack it.
using TablebaseSource = std::function<std::optional<game::TableVerdict>(const game::Game& game)>;

/// What a session asks during an event, besides its books. Each source may be null.
struct Sources {
  book::LineSource lines{};  ///< for BookPairs
  VerdictSource verdicts{};  ///< for BookVerifyStore
  /// For BookVerifyStore while `lines` draws a line. Errors of this source are not reported.
  VerdictSource line_verdicts{};
  TablebaseSource tablebases{};  ///< for Tablebase
};

}  // namespace polyglot::session
