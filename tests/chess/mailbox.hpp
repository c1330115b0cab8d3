// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>

#include <polyglot/chess/position.hpp>

namespace polyglot::chess::testing {

/// The legal moves of `position` in king-takes-rook coordinate notation, found the slow and plain way: on an
/// array of characters read from the FEN, by trying every move and looking whether the king could be taken.
/// Shares no code with the module under test but the FEN.
std::set<std::string> mailbox_moves(const Position& position);

}  // namespace polyglot::chess::testing
