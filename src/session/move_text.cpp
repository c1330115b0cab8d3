#include "session/move_text.hpp"
#include <string>

#include <polyglot/chess/notation.hpp>

namespace polyglot::session {

std::optional<chess::Move> read_uci_move(const chess::Position& position, std::string_view text,
                                         bool add_queen) {
  const auto move = chess::move_from_uci(position, text);
  if (move || !add_queen || text.size() != 4) return move;
  return chess::move_from_uci(position, std::string(text) + 'q');
}

}  // namespace polyglot::session
