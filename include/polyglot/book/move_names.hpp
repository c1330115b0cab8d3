#pragma once

#include <string>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/chess/position.hpp>

namespace polyglot::book {

/// What people call the move of a record.
struct MoveNames {
  std::string uci;
  std::string san;  ///< empty: not legal in the position, or only its key is known
};

/// `position` is null if only the key is known; castling is king takes rook then.
[[nodiscard]] MoveNames name_move(const RawEntry& entry, const chess::Position* position);

}  // namespace polyglot::book
