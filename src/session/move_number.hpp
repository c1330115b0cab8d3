#pragma once

#include <polyglot/chess/types.hpp>

namespace polyglot::session {

/// Whose move it is, and the how manieth of that side, as PGN counts.
struct MoveNumber {
  chess::Color side = chess::Color::white;
  int number = 1;
};

}  // namespace polyglot::session
