// SPDX-License-Identifier: MIT
#include "analysis/stored_position.hpp"

#include <polyglot/ascii.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/variants/variant.hpp>

namespace polyglot::analysis {
namespace {

namespace endian = boost::endian;
using chess::CastlingSide;
using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;

/// These codes come after those of the twelve usual pieces: PNBRQK, then pnbrqk.
enum PieceCode : std::uint8_t {
  kWhiteRookThatCastles = 12,
  kBlackRookThatCastles = 13,
  kPawnInPassing = 14,    ///< of the side not to move
  kBlackKingToMove = 15,  ///< instead of the black king, if Black is to move
};

bool castles(const Position& position, Square square, Color color) {
  for (const CastlingSide side : {CastlingSide::king_side, CastlingSide::queen_side})
    if (position.can_castle(color, side) && position.castling_rook(color, side) == square) return true;
  return false;
}

/// The square of the pawn that can be captured in passing.
std::optional<Square> pawn_in_passing(const Position& position) {
  const auto behind = position.en_passant();
  if (!behind) return std::nullopt;
  constexpr int kRank = 8;
  return Square(behind->index() + (position.side_to_move() == Color::white ? -kRank : kRank));
}

std::uint8_t code_of(const Position& position, Square square, std::optional<Square> in_passing) {
  constexpr int kPieceTypes = 6;
  const PieceType type = position.type_on(square);
  const Color color =
      ((position.pieces(Color::white) >> square.index()) & 1) != 0 ? Color::white : Color::black;
  if (square == in_passing) return kPawnInPassing;
  if (type == PieceType::rook && castles(position, square, color))
    return color == Color::white ? kWhiteRookThatCastles : kBlackRookThatCastles;
  if (type == PieceType::king && color == Color::black && position.side_to_move() == Color::black)
    return kBlackKingToMove;
  return static_cast<std::uint8_t>(static_cast<int>(type) + (color == Color::black ? kPieceTypes : 0));
}

std::vector<std::byte> packed(const Position& position) {
  constexpr std::size_t kOccupied = sizeof(std::uint64_t);
  const std::uint64_t occupied = position.occupied();
  const auto pieces = static_cast<std::size_t>(std::popcount(occupied));
  std::vector<std::byte> bytes(kOccupied + (pieces + 1) / 2);
  endian::store_little_u64(reinterpret_cast<unsigned char*>(bytes.data()), occupied);
  const auto in_passing = pawn_in_passing(position);
  std::size_t piece = 0;
  for (std::uint64_t rest = occupied; rest != 0; rest &= rest - 1, ++piece) {
    const auto code = static_cast<std::byte>(code_of(position, Square(std::countr_zero(rest)), in_passing));
    bytes[kOccupied + piece / 2] |= piece % 2 == 0 ? code : code << 4;
  }
  return bytes;
}

}  // namespace

std::string text_without_counters(const game::Position& position) {
  if (position.chess() != nullptr) return position.chess()->to_epd();
  std::string fen = position.to_uci_fen(game::CastlingNotation::king_to_destination);
  for (int counter = 0; counter < 2; ++counter) {
    const std::size_t blank = fen.rfind(' ');
    if (blank == fen.npos || fen.find_first_not_of("0123456789", blank + 1) != fen.npos) break;
    fen.resize(blank);
  }
  return fen;
}

chess::Key stored_key(const game::Position& position) {
  const variants::Position* const board = position.variant();
  const variants::Variant* const plain = board != nullptr ? board->variant().with_plain_keys() : nullptr;
  return plain != nullptr ? board->with_keys_of(*plain).key() : position.key();
}

StoredValue stored_position(const game::Position& position) {
  if (position.chess() != nullptr) return {packed(*position.chess()), {}};
  return {{}, text_without_counters(position)};
}

StoredValue stored_moves(const game::Position& position, std::span<const game::Move> moves, bool is_line) {
  StoredValue stored;
  game::Position before = position;
  for (const game::Move& move : moves) {
    if (const auto* const chess = std::get_if<chess::Move>(&move)) {
      std::array<unsigned char, sizeof(std::uint16_t)> code{};
      endian::store_little_u16(code.data(), book::encode_move(*chess));
      for (const unsigned char byte : code) stored.bytes.push_back(std::byte{byte});
    } else {
      if (!stored.text.empty()) stored.text += ' ';
      stored.text += game::to_uci(before, move, game::castling_notation(before));
    }
    if (is_line) before.make(move);
  }
  return stored;
}

std::vector<game::Move> read_stored_moves(const Statement& statement, int column,
                                          const game::Position& position, bool is_line,
                                          const std::string& path) {
  std::vector<game::Move> moves;
  game::Position before = position;
  const auto add = [&](const std::optional<game::Move>& move) {
    if (!move)
      throw Failure("the store has a verdict with a move that is not legal: its file is damaged", path);
    moves.push_back(*move);
    if (is_line) before.make(*move);
  };
  if (position.chess() == nullptr) {
    for (std::string_view text = statement.text(column), word; !(word = take_word(text)).empty();)
      add(game::move_from_uci(before, word));
    return moves;
  }
  auto bytes = statement.bytes(column);
  for (; bytes.size() >= sizeof(std::uint16_t); bytes = bytes.subspan(sizeof(std::uint16_t)))
    add(book::decode_move(*before.chess(),
                          endian::load_little_u16(reinterpret_cast<const unsigned char*>(bytes.data()))));
  return moves;
}

}  // namespace polyglot::analysis
