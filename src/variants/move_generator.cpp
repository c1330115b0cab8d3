// SPDX-License-Identifier: MIT
#include <algorithm>

#include <polyglot/variants/position.hpp>

#include "variants/geometry.hpp"
#include "variants/rules.hpp"
#include "variants/tables.hpp"

namespace polyglot::variants {

/// Lists pseudo-legal moves, after which the king may be attacked.
class MoveGenerator {
 public:
  /// Appends to `moves`.
  MoveGenerator(const Position& position, std::vector<Move>& moves)
      : position_(position),
        rules_(position.variant().rules()),
        table_(position.variant().moves()),
        us_(position.side_to_move()),
        moves_(moves) {}

  void add_all() {
    const std::size_t first = moves_.size();
    position_.pieces(us_).for_each([this](Square from) { add_moves_of(from); });
    if (position_.castling_rights_ != 0) add_castling();
    if (!rules_.holdings.gating.empty()) add_gating(first);
    if (rules_.holdings.has_drops) add_drops();
  }

 private:
  void add_moves_of(Square from) {
    first_of_piece_ = moves_.size();
    const Piece piece = position_.piece_on(from);
    for (const Ray& ray : table_.rays(piece, from)) {
      switch (ray.passage) {
        case Passage::free:
          add_ray(from, ray);
          break;
        case Passage::hopping:
          add_hopping(from, ray);
          break;
        case Passage::lame:
        case Passage::any_lame:
          add_lame(from, ray);
      }
    }
    const PieceKind& kind = rules_.of(piece.kind());
    if (!kind.lion.empty()) add_two_leg(from, kind);
  }

  void add_ray(Square from, const Ray& ray) {
    for (const Square to : table_.squares(ray)) {
      add_if_allowed(from, to, ray);
      if (!is_empty(to)) return;
    }
  }

  void add_lame(Square from, const Ray& ray) {
    const std::span<const Square> squares = table_.squares(ray);
    if (std::ranges::all_of(squares.first(squares.size() - 1),
                            [this](Square square) { return is_empty(square); }))
      add_if_allowed(from, squares.back(), ray);
  }

  void add_hopping(Square from, const Ray& ray) {
    bool has_hopped = false;
    for (const Square to : table_.squares(ray)) {
      if (has_hopped) {
        add_if_allowed(from, to, ray);
        if (!is_empty(to)) return;
      } else {
        has_hopped = !is_empty(to);
      }
    }
  }

  void add_if_allowed(Square from, Square to, const Ray& ray) {
    const Piece target = position_.piece_on(to);
    if (target.is_none() ? ray.quiet : (ray.captures && target.color() != us_)) {
      add(from, to, ray.en_passant && ray.quiet ? MoveKind::double_step : MoveKind::normal);
    } else if (target.is_none() && ray.captures && ray.en_passant && position_.en_passant_ &&
               position_.en_passant_->passed == to) {
      add(from, to, MoveKind::en_passant);
    }
  }

  void add(Square from, Square to, MoveKind move_kind) {
    // Two ways to the same square are one move. They occur on a cylinder, and for pieces with several ways.
    const bool has_several_ways = rules_.wraps || rules_.has_several_ways;
    if (has_several_ways && std::any_of(moves_.begin() + static_cast<std::ptrdiff_t>(first_of_piece_),
                                        moves_.end(), [to](const Move& move) { return move.to == to; }))
      return;
    const Move move{.from = from, .to = to, .kind = move_kind};
    const PieceKind& kind = rules_.of(position_.piece_on(from).kind());
    if (kind.promotes_to.empty()) {
      moves_.push_back(move);
    } else {
      add_promotions(move, kind, !is_empty(to));
    }
  }

  void add_promotions(const Move& move, const PieceKind& kind, bool captures) {
    if (!can_promote(move, captures)) {
      moves_.push_back(move);
      return;
    }
    const SquareSet& royals = position_.royals_[index(us_)];
    bool has_choice = false;
    for (const Kind promoted : kind.promotes_to) {
      if (rules_.promotion.from == PromotionSource::hand && position_.held(us_, promoted) == 0) continue;
      if (rules_.of(promoted).is_royal && rules_.ends.royals == RoyalSafety::one && royals.size() > 1)
        continue;
      Move promotion = move;
      promotion.choice = PromotionChoice::promotes;
      promotion.piece = promoted;
      moves_.push_back(promotion);
      has_choice = true;
    }
    const RankSet forced_ranks = rules_.promotion.forced;
    const bool may_leave = rules_.promotion.moment == PromotionMoment::arriving_or_leaving;
    const bool is_forced =
        holds(forced_ranks, rules_.board, move.to, us_) ||
        (may_leave && holds(forced_ranks, rules_.board, move.from, us_)) ||
        (rules_.holdings.no_stuck_pieces && is_stuck(position_.piece_on(move.from).kind(), move.to));
    if (is_forced) return;
    Move plain = move;
    if (has_choice) plain.choice = PromotionChoice::declines;
    moves_.push_back(plain);
  }

  /// A Lion takes a neighbouring piece and then goes on or returns. Going to an empty square and back is a
  /// pass.
  void add_two_leg(Square from, const PieceKind& kind) {
    bool has_pass = false;
    const auto add_legs = [&](const Leap& first, Square via) {
      for (const Leap& second : kind.lion) {
        const bool comes_back = second.files == -first.files && second.ranks == -first.ranks;
        if (!kind.is_lion() && !comes_back && second != first) continue;
        const std::optional<Square> to = shifted(rules_, via, second.files, forward(second.ranks, us_));
        if (to && !comes_back && !position_.piece_on(*to).is(us_))
          moves_.push_back({.from = from, .to = *to, .via = via, .kind = MoveKind::two_leg});
      }
      moves_.push_back({.from = from, .to = from, .via = via, .kind = MoveKind::two_leg});
    };
    for (const Leap& first : kind.lion) {
      const std::optional<Square> via = shifted(rules_, from, first.files, forward(first.ranks, us_));
      if (!via || position_.piece_on(*via).is(us_)) continue;
      if (!is_empty(*via)) {
        add_legs(first, *via);
      } else if (!has_pass) {
        has_pass = true;
        moves_.push_back({.from = from, .to = from, .via = *via, .kind = MoveKind::two_leg});
      }
    }
  }

  void add_castling() {
    const Square king = position_.castling_kings_[index(us_)];
    if (position_.piece_on(king) != Piece(rules_.castling.king, us_)) return;
    for (const bool queen_side : {false, true}) {
      const std::size_t right = Position::right_index(us_, queen_side);
      const Position::CastlingRook& rook = position_.castling_rooks_[right];
      if ((position_.castling_rights_ >> right & 1) != 0 && rook.is_there)
        add_castling(king, rook.square, queen_side);
    }
  }

  void add_castling(Square king, Square rook, bool queen_side) {
    const BoardSize& board = rules_.board;
    const std::optional<int> target = rules_.castling.king_target(board.file(king), queen_side);
    if (!target) return;
    const int rank = board.rank(king);
    const int rook_target = *target + (queen_side ? 1 : -1);
    const auto files = {board.file(king), board.file(rook), *target, rook_target};
    for (int file = std::min(files); file <= std::max(files); ++file) {
      const Square square = board.square(file, rank);
      if (square != king && square != rook && !is_empty(square)) return;
    }
    if (position_.royals_[index(us_)].contains(king)) {
      // Test without the king, because the king may shield a square on the way. Legality tests the target
      // after the move, with the rook beside it.
      Position without_king = position_;
      without_king.remove(king);
      for (int file = std::min(board.file(king), *target); file <= std::max(board.file(king), *target);
           ++file) {
        const Square square = board.square(file, rank);
        if ((file != *target || square == king) && without_king.is_attacked(square, us_)) return;
      }
    }
    moves_.push_back({.from = king, .to = rook, .kind = MoveKind::castling});
  }

  void add_drops() {
    for (const Kind kind : rules_.holdings.kinds) {
      if (position_.held(us_, kind) == 0) continue;
      for (int i = 0; i < rules_.board.squares(); ++i) {
        const Square to(i);
        if (is_empty(to) && may_drop(kind, to))
          moves_.push_back({.to = to, .kind = MoveKind::drop, .piece = kind});
      }
    }
  }

  /// When a piece moves for the first time, another piece may enter on the square that it leaves.
  void add_gating(std::size_t first) {
    const std::uint16_t unmoved = position_.unmoved_files_[index(us_)];
    if (unmoved == 0) return;
    const std::size_t last = moves_.size();
    for (const Kind gated : rules_.holdings.gating) {
      if (position_.held(us_, gated) == 0) continue;
      for (std::size_t i = first; i < last; ++i) {
        Move move = moves_[i];
        const BoardSize& board = rules_.board;
        if (board.rank(move.from, us_) != rules_.castling.rank || (unmoved >> board.file(move.from) & 1) == 0)
          continue;
        move.gated = gated;
        moves_.push_back(move);
        if (move.kind == MoveKind::castling) {
          move.gates_on_rook = true;
          moves_.push_back(move);
        }
      }
    }
  }

  [[nodiscard]] bool can_promote(const Move& move, bool captures) const {
    const bool arrives = holds(rules_.promotion.zone, rules_.board, move.to, us_);
    const bool was_inside = holds(rules_.promotion.zone, rules_.board, move.from, us_);
    switch (rules_.promotion.moment) {
      case PromotionMoment::arriving:
        return arrives;
      case PromotionMoment::arriving_or_leaving:
        return arrives || was_inside;
      case PromotionMoment::entering:
        break;
    }
    if (arrives && !was_inside) return true;
    return (arrives || was_inside) && (captures || is_stuck(position_.piece_on(move.from).kind(), move.to));
  }

  [[nodiscard]] bool is_empty(Square square) const { return position_.piece_on(square).is_none(); }
  [[nodiscard]] bool is_stuck(Kind kind, Square square) const {
    return table_.rays(Piece(kind, us_), square).empty();
  }

  [[nodiscard]] bool may_drop(Kind kind, Square square) const {
    const PieceKind& dropped = rules_.of(kind);
    if (!holds(dropped.drop_ranks, rules_.board, square, us_)) return false;
    if (rules_.holdings.no_stuck_pieces && is_stuck(kind, square)) return false;
    if (!rules_.holdings.one_pawn_a_file || !dropped.is_pawn) return true;
    for (int rank = 0; rank < rules_.board.ranks; ++rank) {
      if (position_.piece_on(rules_.board.square(rules_.board.file(square), rank)) == Piece(kind, us_))
        return false;
    }
    return true;
  }

  const Position& position_;
  const Rules& rules_;
  const MoveTable& table_;
  const Color us_;
  std::vector<Move>& moves_;
  std::size_t first_of_piece_ = 0;  ///< index of the first move of the present piece
};

void Position::pseudo_legal_moves(std::vector<Move>& moves) const {
  MoveGenerator(*this, moves).add_all();
}

}  // namespace polyglot::variants
