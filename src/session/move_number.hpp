#pragma once

#include <polyglot/chess/types.hpp>

namespace polyglot::session {

/// Whose move it is, and its number as PGN counts.
struct MoveNumber {
  chess::Color side = chess::Color::white;
  int number = 1;
};

}  // namespace polyglot::session
