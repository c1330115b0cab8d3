// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>

#include <polyglot/book/paired_lines.hpp>
#include <polyglot/session/verdict_source.hpp>

namespace polyglot::session {

/// What a session asks during an event, besides its books. Each source may be null.
struct Sources {
  book::LineSource lines{};  ///< for BookPairs
  VerdictSource verdicts{};  ///< for BookVerifyStore
  /// For BookVerifyStore while `lines` draws a line. Errors of this source are not reported.
  VerdictSource line_verdicts{};
};

}  // namespace polyglot::session
