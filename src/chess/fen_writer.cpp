#include <polyglot/chess/position.hpp>

#include "chess/piece_letters.hpp"
#include "chess/position_builder.hpp"

namespace polyglot::chess {
namespace {

std::string placement(const Position& position) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    const auto flush = [&] {
      if (empty != 0) text += static_cast<char>('0' + empty);
      empty = 0;
    };
    for (int file = 0; file < 8; ++file) {
      const Piece piece = position.piece_on(Square(file, rank));
      if (piece.type == PieceType::none) {
        ++empty;
        continue;
      }
      flush();
      const char letter = letter_of(piece.type);
      text += piece.color == Color::white ? letter : to_lower(letter);
    }
    flush();
    if (rank != 0) text += '/';
  }
  return text;
}

char castling_letter(const Position& position, Color color, CastlingSide side, FenStyle style) {
  const Square rook = position.castling_rook(color, side);
  if (style == FenStyle::x_fen && outermost_rook(position, color, side) == rook) {
    return side == CastlingSide::king_side ? 'K' : 'Q';
  }
  return static_cast<char>('A' + rook.file());
}

std::string castling(const Position& position, FenStyle style) {
  std::string text;
  for (const Color color : {Color::white, Color::black}) {
    for (const CastlingSide side : {CastlingSide::king_side, CastlingSide::queen_side}) {
      if (!position.can_castle(color, side)) continue;
      const char letter = castling_letter(position, color, side, style);
      text += color == Color::white ? letter : to_lower(letter);
    }
  }
  return text.empty() ? "-" : text;
}

std::string four_fields(const Position& position, FenStyle style) {
  std::string fen = placement(position);
  fen += position.side_to_move() == Color::white ? " w " : " b ";
  fen += castling(position, style);
  return fen + ' ' + (position.en_passant() ? position.en_passant()->to_string() : "-");
}

}  // namespace

std::string Position::to_epd() const {
  return four_fields(*this, FenStyle::x_fen);
}

std::string Position::to_fen(FenStyle style) const {
  std::string fen = four_fields(*this, style);
  fen += ' ' + std::to_string(halfmove_clock_) + ' ' + std::to_string(fullmove_number_);
  return fen;
}

}  // namespace polyglot::chess
