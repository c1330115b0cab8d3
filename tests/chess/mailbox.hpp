// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>

#include <polyglot/chess/position.hpp>

namespace polyglot::chess::testing {

/// The legal moves of `position` in king-takes-rook coordinate notation, found in a slow and simple way: on
/// an array of characters from the FEN, it tries every move and tests whether the king could be taken. It
/// shares no code with the module under test, except for the FEN.
std::set<std::string> mailbox_moves(const Position& position);

}  // namespace polyglot::chess::testing
