// SPDX-License-Identifier: MIT
#include "variants/coordinates.hpp"

#include <polyglot/ascii.hpp>

#include "variants/rules.hpp"

namespace polyglot::variants {
namespace {

/// Removes squares and letters from the start of a text.
class CoordinateReader {
 public:
  CoordinateReader(const Variant& variant, std::string_view text, int first_rank)
      : variant_(variant), text_(text), first_rank_(first_rank) {}

  std::optional<Coordinates> read() {
    Coordinates move;
    if (text_.size() > 1 && (text_[1] == '@' || text_[1] == '*')) {
      move.dropped = to_upper(text_[0]);
      text_.remove_prefix(2);
    } else if (const std::optional<Square> from = take_square()) {
      move.from = *from;
    } else {
      return std::nullopt;
    }
    if (move.dropped == '\0' && (text_.starts_with('x') || text_.starts_with('-'))) text_.remove_prefix(1);
    const std::optional<Square> to = take_square();
    if (!to) return std::nullopt;
    move.to = *to;
    if ((text_.starts_with(',') || text_.starts_with('-')) && !take_second_leg(move)) return std::nullopt;
    if (text_.starts_with('=') && text_.size() > 1) text_.remove_prefix(1);
    if (!text_.empty()) {
      move.suffix = to_lower(text_[0]);
      text_.remove_prefix(1);
    }
    if (!text_.empty()) return std::nullopt;
    return move;
  }

 private:
  /// Reads ",e5d6" or "-d6".
  bool take_second_leg(Coordinates& move) {
    const bool says_again = text_.starts_with(',');
    text_.remove_prefix(1);
    const std::optional<Square> again = says_again ? take_square() : move.to;
    const std::optional<Square> to = take_square();
    if (!to || again != move.to) return false;
    move.via = move.to;
    move.to = *to;
    return true;
  }

  std::optional<Square> take_square() {
    if (text_.size() < 2) return std::nullopt;
    // In USI files count from the right, and ranks are letters from the top.
    if (is_digit(text_[0])) {
      const BoardSize& board = variant_.rules().board;
      return take(2, board.files - (text_[0] - '0'), board.ranks - 1 - (text_[1] - 'a'));
    }
    const std::size_t end = std::min(text_.find_first_not_of("0123456789", 1), text_.size());
    const std::optional<int> rank = parse_number<int>(text_.substr(1, end - 1));
    return rank ? take(end, text_[0] - 'a', *rank - first_rank_) : std::nullopt;
  }

  std::optional<Square> take(std::size_t size, int file, int rank) {
    const BoardSize& board = variant_.rules().board;
    if (file < 0 || file >= board.files || rank < 0 || rank >= board.ranks) return std::nullopt;
    text_.remove_prefix(size);
    return board.square(file, rank);
  }

  const Variant& variant_;
  std::string_view text_;
  int first_rank_;
};

bool has_promoted_form(const PieceKind& kind, const Rules& rules) {
  return std::ranges::any_of(kind.promotes_to,
                             [&](Kind promoted) { return rules.of(promoted).letter[0] == '+'; });
}

}  // namespace

Coordinates coordinates_of(const Position& position, const Move& move) {
  const bool king_takes_rook = position.variant().rules().castling.king_takes_rook;
  return coordinates_of(position, move,
                        move.gates_on_rook ? CastlingText::rook_takes_king
                        : king_takes_rook  ? CastlingText::king_takes_rook
                                           : CastlingText::king_moves);
}

Coordinates coordinates_of(const Position& position, const Move& move, CastlingText castling) {
  const Rules& rules = position.variant().rules();
  if (move.kind == MoveKind::drop) return {.dropped = rules.of(move.piece).letter[0], .to = move.to};
  Coordinates coordinates{.from = move.from, .to = move.to};
  if (move.kind == MoveKind::two_leg) coordinates.via = move.via;
  if (move.kind == MoveKind::castling && castling == CastlingText::rook_takes_king)
    std::swap(coordinates.from, coordinates.to);
  if (move.kind == MoveKind::castling && castling == CastlingText::king_moves) {
    const BoardSize& board = rules.board;
    const int file = *rules.castling.king_target(board.file(move.from), move.to < move.from);
    coordinates.to = board.square(file, board.rank(move.from));
  }
  if (move.gated != Kind::none) coordinates.suffix = to_lower(rules.of(move.gated).letter[0]);
  if (move.choice == PromotionChoice::promotes) coordinates.suffix = to_lower(rules.of(move.piece).letter[0]);
  if (move.choice == PromotionChoice::declines &&
      has_promoted_form(rules.of(position.piece_on(move.from).kind()), rules))
    coordinates.suffix = '=';
  return coordinates;
}

int first_rank_of_xboard(const Variant& variant) noexcept {
  return variant.ranks() == 10 ? 0 : 1;
}

bool has_signs_of_promotion(const Rules& rules) {
  return std::ranges::any_of(rules.kinds, [](const PieceKind& kind) { return kind.letter.starts_with('+'); });
}

std::optional<Coordinates> read_coordinates(const Variant& variant, std::string_view text, int first_rank) {
  return CoordinateReader(variant, text, first_rank).read();
}

std::string write_coordinates(const Variant& variant, const Coordinates& coordinates, int first_rank) {
  const BoardSize& board = variant.rules().board;
  const auto name = [&](Square square) {
    return static_cast<char>('a' + board.file(square)) + std::to_string(board.rank(square) + first_rank);
  };
  std::string text =
      coordinates.dropped != '\0' ? std::string{coordinates.dropped, '@'} : name(coordinates.from);
  if (coordinates.via) text += name(*coordinates.via) + "," + name(*coordinates.via);
  text += name(coordinates.to);
  if (coordinates.suffix != '\0') text += coordinates.suffix;
  return text;
}

}  // namespace polyglot::variants
