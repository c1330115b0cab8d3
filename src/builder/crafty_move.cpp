// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>

#include "builder/crafty_pgn.hpp"

namespace polyglot::builder {
namespace {

using chess::Move;
using chess::MoveKind;
using chess::PieceType;
using chess::Position;
using chess::Square;

constexpr std::string_view kPieceLetters = "pnbrqk";

/// The parts of a move in a text.
struct Wanted {
  PieceType piece = PieceType::pawn;
  bool any_piece = false;
  std::optional<int> from_file;
  std::optional<int> from_rank;
  std::optional<Square> to;
  PieceType promotion = PieceType::none;
  bool captures = false;
  bool gives_check = false;
};

std::optional<PieceType> piece_of(char letter) noexcept {
  const std::size_t found = kPieceLetters.find(to_lower(letter));
  if (found == std::string_view::npos) return std::nullopt;
  return static_cast<PieceType>(found);
}

std::optional<Square> take_target(std::string_view& text) noexcept {
  if (text.size() < 2) return std::nullopt;
  const auto square = Square::from_string(text.substr(text.size() - 2));
  if (square) text.remove_suffix(2);
  return square;
}

/// The target of a castling king.
Square destination(Move move) noexcept {
  constexpr int kKingSideFile = 6;
  constexpr int kQueenSideFile = 2;
  if (move.kind() != MoveKind::castling) return move.to();
  return {move.to() > move.from() ? kKingSideFile : kQueenSideFile, move.from().rank()};
}

/// "e2e4" and "e7e8q", by any piece.
std::optional<Wanted> read_plain(std::string_view text) {
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  const auto from = Square::from_string(text.substr(0, 2));
  const auto to = Square::from_string(text.substr(2, 2));
  if (!from || !to) return std::nullopt;
  Wanted wanted{.any_piece = true, .from_file = from->file(), .from_rank = from->rank(), .to = to};
  if (text.size() == 5) wanted.promotion = piece_of(text[4]).value_or(PieceType::king);
  return wanted;
}

/// The letter of the piece, which may be small. b is a file, except in "bb".
PieceType take_piece(std::string_view& text) noexcept {
  if (text.empty() || (text.front() == 'b' && !text.starts_with("bb"))) return PieceType::pawn;
  const auto piece = piece_of(text.front());
  if (piece) text.remove_prefix(1);
  return piece.value_or(PieceType::pawn);
}

/// "=Q" and "Q" after the target.
PieceType take_promotion(std::string_view& text) noexcept {
  if (text.size() < 2) return PieceType::none;
  const auto piece = piece_of(text.back());
  if (!piece) return PieceType::none;
  text.remove_suffix(1);
  if (text.back() == '=') text.remove_suffix(1);
  return *piece;
}

/// Reads a file, a rank, both or nothing. Of a longer text, like "d2-", it reads only the file.
bool read_origin(std::string_view text, Wanted& wanted) noexcept {
  constexpr std::size_t kLongest = 2;
  if (text.size() > kLongest) text = text.substr(0, 1);
  if (!text.empty() && chess::is_file(text.front())) {
    wanted.from_file = text.front() - 'a';
    text.remove_prefix(1);
  }
  if (!text.empty() && chess::is_rank(text.front())) {
    wanted.from_rank = text.front() - '1';
    text.remove_prefix(1);
  }
  return text.empty();
}

std::optional<Wanted> read_text(std::string_view text) {
  Wanted wanted;
  if (const std::size_t check = text.find('+'); check != std::string_view::npos) {
    wanted.gives_check = true;
    text = text.substr(0, check);
  }
  wanted.piece = take_piece(text);
  wanted.promotion = take_promotion(text);
  wanted.to = take_target(text);
  if (!wanted.to) return std::nullopt;
  if (text.ends_with('x')) {
    wanted.captures = true;
    text.remove_suffix(1);
  }
  if (!read_origin(text, wanted)) return std::nullopt;
  return wanted;
}

bool gives_check(const Position& position, Move move) {
  Position next = position;
  next.make(move);
  return next.in_check();
}

bool is_capture(const Position& position, Move move) noexcept {
  return move.kind() == MoveKind::en_passant ||
         (move.kind() != MoveKind::castling && position.type_on(move.to()) != PieceType::none);
}

bool fits(const Position& position, const Wanted& wanted, Move move) {
  return destination(move) == wanted.to && move.promotion() == wanted.promotion &&
         (wanted.any_piece || position.type_on(move.from()) == wanted.piece) &&
         wanted.from_file.value_or(move.from().file()) == move.from().file() &&
         wanted.from_rank.value_or(move.from().rank()) == move.from().rank() &&
         (!wanted.captures || is_capture(position, move)) &&
         (!wanted.gives_check || gives_check(position, move));
}

/// Reads castling that is written with the letter O.
std::optional<Move> read_castling(const Position& position, std::string_view text) {
  const bool checks = text.ends_with('+');
  if (checks) text.remove_suffix(1);
  const bool short_way = equal_ignoring_case(text, "o-o");
  if (!short_way && !equal_ignoring_case(text, "o-o-o")) return std::nullopt;
  for (const Move move : position.legal_moves())
    if (move.kind() == MoveKind::castling && (move.to() > move.from()) == short_way &&
        (!checks || gives_check(position, move)))
      return move;
  return std::nullopt;
}

}  // namespace

std::optional<Move> read_crafty_move(const Position& position, std::string_view text) {
  text = text.substr(0, text.find('#'));
  if (!text.empty() && to_lower(text.front()) == 'o') return read_castling(position, text);
  auto wanted = read_plain(text);
  if (!wanted) wanted = read_text(text);
  if (!wanted) return std::nullopt;
  std::optional<Move> found;
  for (const Move move : position.legal_moves()) {
    if (!fits(position, *wanted, move)) continue;
    if (found) return std::nullopt;
    found = move;
  }
  return found;
}

}  // namespace polyglot::builder
