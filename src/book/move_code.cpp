#include <algorithm>

#include <polyglot/book/learning.hpp>
#include <polyglot/book/move_code.hpp>

namespace polyglot::book {
namespace {

/// 0 none, 1 knight, 2 bishop, 3 rook, 4 queen.
int promotion_code(chess::Move move) noexcept {
  return move.kind() == chess::MoveKind::promotion ? static_cast<int>(move.promotion()) : 0;
}

static_assert(static_cast<int>(chess::PieceType::knight) == 1 &&
                  static_cast<int>(chess::PieceType::queen) == 4,
              "promotion codes of the book are those of PieceType");

/// No two legal moves share a code, so looking for the one that encodes to `code` decodes it: what does not
/// fit the position (e1g1 for castling, a promotion that is none) meets no move.
std::optional<chess::Move> find_encoded(const chess::MoveList& legal, std::uint16_t code) {
  const auto found = std::ranges::find(legal, code, encode_move);
  if (found == legal.end()) return std::nullopt;
  return *found;
}

}  // namespace

std::uint16_t encode_move(chess::Move move) noexcept {
  return static_cast<std::uint16_t>(move.to().index() | (move.from().index() << 6) |
                                    (promotion_code(move) << 12));
}

std::optional<chess::Move> decode_move(const chess::Position& position, std::uint16_t code) {
  return find_encoded(position.legal_moves(), code);
}

BookMoves decode_moves(const chess::Position& position, std::span<const RawEntry> entries) {
  BookMoves result;
  if (entries.empty()) return result;
  const chess::MoveList legal = position.legal_moves();
  for (const RawEntry& entry : entries) {
    const auto games = static_cast<std::uint16_t>(entry.learn >> 16);
    const auto points = static_cast<std::uint16_t>(entry.learn);
    result.total_weight += entry.weight;
    result.total_learned_weight += learned_weight(entry.weight, games, points);
    if (const auto move = find_encoded(legal, entry.move)) {
      result.moves.push_back(
          {.move = *move, .weight = entry.weight, .learn_games = games, .learn_points = points});
    }
  }
  return result;
}

}  // namespace polyglot::book
