// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/session/verdict_source.hpp>

namespace polyglot::session {

/// What a session asks during an event, besides its books. Each source may be null.
struct Sources {
  VerdictSource verdicts{};  ///< for BookVerifyStore
};

}  // namespace polyglot::session
