// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/variants/notation.hpp>

namespace polyglot::game {
namespace {

template <class Known>
std::optional<Move> any_move(const std::optional<Known>& move) {
  if (!move) return std::nullopt;
  return Move(*move);
}

bool counts_from_zero(const Position& position) {
  constexpr int kCountedFromZero = 10;
  return position.chess() == nullptr && position.variant()->variant().ranks() == kCountedFromZero;
}

std::string with_ranks_moved(std::string_view san, int by) {
  std::string text;
  while (!san.empty()) {
    if (const auto rank = take_clamped_number<unsigned>(san)) {
      text += std::to_string(*rank + static_cast<unsigned>(by));
    } else {
      text += san.front();
      san.remove_prefix(1);
    }
  }
  return text;
}

}  // namespace

std::string to_uci(const Position& position, const Move& move, CastlingNotation castling) {
  if (position.chess() != nullptr) return chess::to_uci(std::get<chess::Move>(move), castling);
  const variants::Position& board = *position.variant();
  const auto& made = std::get<variants::Move>(move);
  const bool takes_rook = castling == CastlingNotation::king_takes_rook &&
                          made.kind == variants::MoveKind::castling && made.gated == variants::Kind::none;
  if (takes_rook) return board.variant().square_name(made.from) + board.variant().square_name(made.to);
  return variants::to_uci(board, made);
}

std::string to_xboard(const Position& position, const Move& move, CastlingNotation castling) {
  if (position.chess() == nullptr)
    return variants::to_xboard(*position.variant(), std::get<variants::Move>(move));
  const auto made = std::get<chess::Move>(move);
  if (made.kind() == chess::MoveKind::castling && castling == CastlingNotation::king_takes_rook)
    return made.to() > made.from() ? "O-O" : "O-O-O";
  return chess::to_uci(made, CastlingNotation::king_to_destination);
}

std::string to_san(const Position& position, const Move& move) {
  return position.chess() != nullptr ? chess::to_san(*position.chess(), std::get<chess::Move>(move))
                                     : variants::to_san(*position.variant(), std::get<variants::Move>(move));
}

std::string to_xboard_san(const Position& position, const Move& move) {
  const std::string san = to_san(position, move);
  return counts_from_zero(position) ? with_ranks_moved(san, -1) : san;
}

std::optional<Move> move_from_uci(const Position& position, std::string_view text) {
  return position.chess() != nullptr ? any_move(chess::move_from_uci(*position.chess(), text))
                                     : any_move(variants::move_from_uci(*position.variant(), text));
}

std::optional<Move> move_from_xboard(const Position& position, std::string_view text) {
  return position.chess() != nullptr ? any_move(chess::move_from_uci(*position.chess(), text))
                                     : any_move(variants::move_from_xboard(*position.variant(), text));
}

std::optional<Move> move_from_san(const Position& position, std::string_view text) {
  return position.chess() != nullptr ? any_move(chess::move_from_san(*position.chess(), text))
                                     : any_move(variants::move_from_san(*position.variant(), text));
}

std::optional<Move> move_from_text(const Position& position, std::string_view text) {
  if (auto move = move_from_xboard(position, text)) return move;
  if (counts_from_zero(position))
    if (auto move = move_from_san(position, with_ranks_moved(text, 1))) return move;
  return move_from_san(position, text);
}

}  // namespace polyglot::game
