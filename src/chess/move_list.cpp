#include <algorithm>

#include <polyglot/chess/move_list.hpp>

namespace polyglot::chess {

bool MoveList::contains(Move move) const noexcept {
  return std::find(begin(), end(), move) != end();
}

}  // namespace polyglot::chess
