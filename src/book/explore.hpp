// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <polyglot/book/selection.hpp>

namespace polyglot::book {

/// Gives the kept ones parts by the upper confidence bounds of what was learned of them.
/// Source: docs/choosing.md, "explore".
void explore(std::vector<Candidate>& candidates);

}  // namespace polyglot::book
