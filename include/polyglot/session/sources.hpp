// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/paired_lines.hpp>
#include <polyglot/session/verdict_source.hpp>

namespace polyglot::session {

/// What a session asks while it handles an event, beside its books. Each source may be null. A log has the
/// answers, so that a replay can repeat them.
struct Sources {
  book::LineSource lines{};  ///< for BookPairs
  VerdictSource verdicts{};  ///< for BookVerifyStore
  /// The same while `lines` draws a line. The log has the line instead of these verdicts, so a replay needs
  /// none, and an error is not reported.
  VerdictSource line_verdicts{};
};

}  // namespace polyglot::session
