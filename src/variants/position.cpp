// SPDX-License-Identifier: MIT
#include <polyglot/chess/zobrist.hpp>
#include <polyglot/variants/position.hpp>

#include "variants/geometry.hpp"
#include "variants/rules.hpp"
#include "variants/tables.hpp"

namespace polyglot::variants {

Position::Position(const Variant& variant) : Position(from_fen(variant, variant.start_fen()).value()) {}

void Position::put(Piece piece, Square square) noexcept {
  board_[at(square)] = piece;
  pieces_[index(piece.color())].insert(square);
  if ((variant_->rules().royal_kinds & set_of(piece.kind())) != 0)
    royals_[index(piece.color())].insert(square);
  board_key_ ^= variant_->key_terms().on_board(piece, square);
}

void Position::remove(Square square) noexcept {
  const Piece piece = board_[at(square)];
  board_[at(square)] = Piece();
  pieces_[index(piece.color())].erase(square);
  royals_[index(piece.color())].erase(square);
  board_key_ ^= variant_->key_terms().on_board(piece, square);
}

int Position::held(Color color, Kind kind) const noexcept {
  const std::optional<std::size_t> place = variant_->rules().holdings.place(kind);
  return place ? held_[index(color)][*place] : 0;
}

void Position::change_held(Color color, Kind kind, int by) noexcept {
  const std::optional<std::size_t> place = variant_->rules().holdings.place(kind);
  if (!place) return;
  auto& count = held_[index(color)][*place];
  count = static_cast<std::uint8_t>(count + by);
  holdings_key_ += static_cast<Key>(by) * variant_->key_terms().in_hand(color, *place);
}

/// Takes the piece on a square, and puts it in hand if the rules say so.
void Position::take(Square square, Color by) noexcept {
  const Piece taken = board_[at(square)];
  const Rules& rules = variant_->rules();
  remove(square);
  if (rules.holdings.captured == CaptureGoesTo::nobody) return;
  const Color holder = rules.holdings.captured == CaptureGoesTo::capturer ? by : taken.color();
  change_held(holder, rules.of(taken.kind()).held_as, 1);
}

/// Atomic chess: removes all pieces beside a capture, except pawns. XBoard's key keeps the castling right of
/// an exploded rook.
void Position::explode_around(Square square) noexcept {
  const Rules& rules = variant_->rules();
  for (int ranks = -1; ranks <= 1; ++ranks) {
    for (int files = -1; files <= 1; ++files) {
      const std::optional<Square> near = shifted(rules, square, files, ranks);
      if (!near || piece_on(*near).is_none() || rules.of(piece_on(*near).kind()).is_pawn) continue;
      remove(*near);
      for (CastlingRook& rook : castling_rooks_) {
        if (rook.square == *near) rook.is_there = false;
      }
    }
  }
}

void Position::make(const Move& move) {
  const std::optional<EnPassant> en_passant = std::exchange(en_passant_, std::nullopt);
  const bool resets_clock = move.kind != MoveKind::drop &&
                            (is_capture(move) || variant_->rules().of(piece_on(move.from).kind()).is_pawn);
  lion_taken_.reset();
  pawn_was_dropped_ = move.kind == MoveKind::drop && variant_->rules().of(move.piece).is_pawn;
  switch (move.kind) {
    case MoveKind::drop:
      change_held(side_to_move_, move.piece, -1);
      put(Piece(move.piece, side_to_move_), move.to);
      drop_castling_rights(move.to, move.to);
      break;
    case MoveKind::castling:
      castle(move);
      break;
    case MoveKind::en_passant:
      take(en_passant->pawn, side_to_move_);
      move_piece(move);
      if (variant_->rules().explodes) {
        remove(move.to);
        explode_around(move.to);
      }
      break;
    default:
      move_piece(move);
  }
  finish_move(resets_clock);
}

void Position::move_piece(const Move& move) {
  const Rules& rules = variant_->rules();
  const Color us = side_to_move_;
  const Piece moving = piece_on(move.from);
  remove(move.from);
  bool captures = false;
  bool takes_lion = false;
  const auto take_if_there = [&](Square square) {
    const Piece piece = piece_on(square);
    if (piece.is_none()) return;
    captures = true;
    takes_lion = takes_lion || rules.of(piece.kind()).is_lion();
    take(square, us);
  };
  if (move.kind == MoveKind::two_leg) take_if_there(move.via);
  take_if_there(move.to);
  if (takes_lion && !rules.of(moving.kind()).is_lion()) lion_taken_ = move.to;

  Piece arriving = moving;
  if (move.choice == PromotionChoice::promotes) {
    arriving = Piece(move.piece, us);
    if (rules.promotion.from != PromotionSource::anywhere && held(us, move.piece) > 0)
      change_held(us, move.piece, -1);
  }
  drop_castling_rights(move.from, move.to);
  if (move.kind == MoveKind::two_leg) drop_castling_rights(move.via, move.via);
  if (captures && rules.explodes) {
    explode_around(move.to);
  } else {
    put(arriving, move.to);
  }
  if (move.gated != Kind::none) {
    change_held(us, move.gated, -1);
    put(Piece(move.gated, us), move.from);
  }
  if (move.kind == MoveKind::double_step) {
    // The passed square is halfway. If pawns step diagonally, it is also halfway between the files.
    const BoardSize& board = rules.board;
    const int files = board.file(move.to) - board.file(move.from);
    const Square passed =
        board.square(board.file(move.from) + files / 2, (board.rank(move.from) + board.rank(move.to)) / 2);
    en_passant_ = EnPassant{passed, move.to, files > 0};
  }
}

void Position::castle(const Move& move) {
  const Rules& rules = variant_->rules();
  const BoardSize& board = rules.board;
  const bool queen_side = move.to < move.from;
  const int king_file = *rules.castling.king_target(board.file(move.from), queen_side);
  const int rank = board.rank(move.from);
  const Piece king = piece_on(move.from);
  const Piece rook = piece_on(move.to);
  remove(move.from);
  remove(move.to);
  put(king, board.square(king_file, rank));
  put(rook, board.square(king_file + (queen_side ? 1 : -1), rank));
  if (move.gated != Kind::none) {
    change_held(side_to_move_, move.gated, -1);
    put(Piece(move.gated, side_to_move_), move.gates_on_rook ? move.to : move.from);
  }
  drop_castling_rights(move.from, move.from);
  drop_castling_rights(move.to, move.to);
}

/// Ends castling rights if a piece leaves the king's or the rook's square, or arrives on the rook's square.
void Position::drop_castling_rights(Square from, Square to) noexcept {
  const BoardSize& board = variant_->rules().board;
  for (const Color color : {Color::white, Color::black}) {
    for (const bool queen_side : {false, true}) {
      const std::size_t right = right_index(color, queen_side);
      const Square rook = castling_rooks_[right].square;
      if (from == castling_kings_[index(color)] || from == rook || to == rook)
        castling_rights_ = static_cast<std::uint8_t>(castling_rights_ & ~(1U << right));
      // In some variants the king can be taken, because he is not royal.
      if (to == castling_kings_[index(color)]) castling_rooks_[right].is_there = false;
    }
    for (const Square square : {from, to}) {
      if (board.rank(square, color) == variant_->rules().castling.rank) {
        auto& files = unmoved_files_[index(color)];
        files = static_cast<std::uint16_t>(files & ~(1U << board.file(square)));
      }
    }
  }
}

void Position::finish_move(bool resets_clock) {
  const Color us = side_to_move_;
  halfmove_clock_ = resets_clock ? 0 : halfmove_clock_ + 1;
  if (us == Color::black) ++fullmove_number_;
  side_to_move_ = ~us;
  if (variant_->rules().ends.checks != 0 && in_check()) ++checks_given_[index(us)];
}

bool Position::is_capture(const Move& move) const noexcept {
  switch (move.kind) {
    case MoveKind::drop:
    case MoveKind::castling:
      return false;
    case MoveKind::en_passant:
      return true;
    case MoveKind::two_leg:
      return !piece_on(move.via).is_none() || (move.to != move.from && !piece_on(move.to).is_none());
    default:
      return !piece_on(move.to).is_none();
  }
}

Key Position::key() const noexcept {
  return key_with_rights(variant_->rules().has_plain_keys ? real_castling_rights() : castling_rights_);
}

Position Position::with_keys_of(const Variant& form) const {
  Position same = *this;
  same.variant_ = &form;
  const KeyTerms& terms = form.key_terms();
  same.board_key_ = 0;
  same.holdings_key_ = 0;
  for (const SquareSet& pieces : pieces_)
    pieces.for_each([&](Square square) { same.board_key_ ^= terms.on_board(piece_on(square), square); });
  for (const Color color : {Color::white, Color::black})
    for (std::size_t place = 0; place < form.rules().holdings.kinds.size(); ++place)
      same.holdings_key_ += Key{held_[index(color)][place]} * terms.in_hand(color, place);
  return same;
}

bool Position::has_key() const noexcept {
  const auto has_no_number = [this](Square square) {
    return variant_->rules().of(piece_on(square).kind()).book_number < 0;
  };
  return !pieces_[0].any_of(has_no_number) && !pieces_[1].any_of(has_no_number);
}

std::optional<Key> Position::key_of_fen_game() const noexcept {
  if (variant_->rules().castling.has_rights || variant_->rules().has_plain_keys) return std::nullopt;
  return key_with_rights(0b1111);
}

Key Position::key_with_rights(unsigned rights) const noexcept {
  Key key = static_cast<Key>(variant_->rules().key_number) ^ board_key_ ^ en_passant_key();
  for (std::size_t right = 0; right < castling_rooks_.size(); ++right) {
    if ((rights >> right & 1) != 0) key ^= chess::castling_key(right);
  }
  if (side_to_move_ == Color::white) key ^= chess::white_to_move_key();
  return key + holdings_key_;
}

Position Position::with_real_castling_rights() const {
  Position real = *this;
  real.castling_rights_ = static_cast<std::uint8_t>(real_castling_rights());
  return real;
}

unsigned Position::real_castling_rights() const noexcept {
  unsigned rights = castling_rights_;
  const Kind king = variant_->rules().castling.king;
  for (const Color color : {Color::white, Color::black}) {
    const bool has_king = piece_on(castling_kings_[index(color)]) == Piece(king, color);
    for (const bool queen_side : {false, true}) {
      const std::size_t right = right_index(color, queen_side);
      if (!has_king || !castling_rooks_[right].is_there) rights &= ~(1U << right);
    }
  }
  return rights;
}

/// Follows XBoard, which counts files from its holdings and has only eight numbers for them. XBoard looks for
/// a neighbouring pawn on the ranks of an eight-rank board.
Key Position::en_passant_key() const noexcept {
  const Rules& rules = variant_->rules();
  if (!en_passant_ || rules.key_has_no_en_passant) return 0;
  if (rules.berolina && !en_passant_->from_lower_file) return 0;
  const BoardSize& board = rules.board;
  const int file = board.file(en_passant_->pawn);
  const int counted_file = file + (rules.holdings.exist() && !rules.has_plain_keys ? 2 : 0);
  if (counted_file > 7) return 0;
  const int rank = side_to_move_ == Color::white ? 4 : 3;
  const auto is_our_pawn = [&](int beside) {
    const Piece piece = piece_on(board.square(beside, rank));
    return piece.is(side_to_move_) && rules.of(piece.kind()).book_number == 0;
  };
  const bool is_seen = (file > 0 && is_our_pawn(file - 1)) ||
                       (counted_file < 7 && file + 1 < board.files && is_our_pawn(file + 1));
  return is_seen ? chess::en_passant_key(counted_file) : 0;
}

}  // namespace polyglot::variants
