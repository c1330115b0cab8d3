#include <polyglot/book/move_code.hpp>
#include <polyglot/book/move_names.hpp>
#include <polyglot/chess/notation.hpp>

namespace polyglot::book {

MoveNames name_move(const RawEntry& entry, const chess::Position* position) {
  const auto move = position == nullptr ? std::nullopt : decode_move(*position, entry.move);
  if (!move) return {.uci = code_to_text(entry.move), .san = {}};
  const auto notation = position->needs_chess960() ? chess::CastlingNotation::king_takes_rook
                                                   : chess::CastlingNotation::king_to_destination;
  return {.uci = chess::to_uci(*move, notation), .san = chess::to_san(*position, *move)};
}

}  // namespace polyglot::book
