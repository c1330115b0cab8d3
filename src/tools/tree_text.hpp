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

/// A tree as the movetext of one game: the heaviest moves, with the others as variations.
[[nodiscard]] PgnText tree_text(const book::BookTree& tree, const TreeNote& note);

}  // namespace polyglot::tools
