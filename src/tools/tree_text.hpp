// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include <polyglot/book/tree.hpp>

#include "tools/pgn_text.hpp"

namespace polyglot::tools {

/// The comment on a move of a tree, without braces; empty: none.
using TreeNote =
    std::function<std::string(const book::BookTree::Node& node, const book::BookTree::Move& move)>;

/// Writes a tree as movetext. The heaviest moves are the main line, the others are variations.
[[nodiscard]] PgnText tree_text(const book::BookTree& tree, const TreeNote& note);

}  // namespace polyglot::tools
