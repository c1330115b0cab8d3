// SPDX-License-Identifier: MIT
#include <cstdlib>

#include <polyglot/book/crafty.hpp>

namespace polyglot::book {
namespace {

constexpr std::size_t kLongLag = 55;
constexpr std::size_t kShortLag = 24;

/// The values a(-1), a(-2) … a(-55) of the sequence from which the numbers come.
constexpr std::array<std::uint32_t, kLongLag> kBeforeFirst{
    1410651636, 3012776752, 3497475623, 2892145026, 1571949714, 3253082284, 3489895018, 387949491,
    2597396737, 1981903553, 3160251843, 129444464,  1851443344, 4156445905, 224604922,  1455067070,
    3953493484, 1460937157, 2528362617, 317430674,  3229354360, 117491133,  832845075,  1961600170,
    1321557429, 747750121,  545747446,  810476036,  503334515,  4088144633, 2824216555, 3738252341,
    3493754131, 3672533954, 29494241,   1180928407, 4213624418, 33062851,   3221315737, 1145213552,
    2957984897, 4078668503, 2262661702, 65478801,   2527208841, 1960622036, 315685891,  1196037864,
    804614524,  1421733266, 2017105031, 3882325900, 810735053,  384606609,  2393861397};

constexpr std::size_t kMissingRights = 768;
constexpr std::size_t kEnPassantSquares = 772;
constexpr std::size_t kNumbers = 788;

/// 768 numbers for pieces on squares, Black's first; 4 for missing castling rights, Black's first; 8 for
/// en-passant squares of the third rank, and 8 for those of the sixth.
constexpr std::array<std::uint64_t, kNumbers> make_numbers() {
  constexpr std::size_t kDraws = 2 * kNumbers;
  std::array<std::uint32_t, kLongLag + kDraws> sequence{};
  for (std::size_t i = 0; i < kLongLag; ++i) sequence[kLongLag - 1 - i] = kBeforeFirst[i];
  for (std::size_t i = kLongLag; i < sequence.size(); ++i)
    sequence[i] = sequence[i - kShortLag] + sequence[i - kLongLag];
  std::array<std::uint64_t, kNumbers> numbers{};
  for (std::size_t i = 0; i < kNumbers; ++i)
    numbers[i] = sequence[kLongLag + 2 * i] | (std::uint64_t{sequence[kLongLag + 2 * i + 1]} << 32);
  return numbers;
}

constexpr std::array<std::uint64_t, kNumbers> kCraftyNumbers = make_numbers();

constexpr std::size_t kCraftySquares = 64;
constexpr std::size_t kPieceTypes = 6;

std::size_t number_of(chess::Color color) noexcept {
  return color == chess::Color::white ? 1 : 0;
}

/// True if a move changes only the placement of pieces, but no castling rights and no en-passant square.
bool only_moves_men(const chess::Position& position, chess::Piece mover, chess::Move move) noexcept {
  using chess::CastlingSide;
  constexpr int kDoubleStep = 16;
  if (move.kind() != chess::MoveKind::normal || position.en_passant()) return false;
  if (mover.type == chess::PieceType::pawn &&
      std::abs(move.to().index() - move.from().index()) == kDoubleStep)
    return false;
  for (const chess::Color color : {chess::Color::black, chess::Color::white})
    for (const CastlingSide side : {CastlingSide::king_side, CastlingSide::queen_side})
      if (position.can_castle(color, side))
        return mover.type != chess::PieceType::king && mover.type != chess::PieceType::rook &&
               position.type_on(move.to()) != chess::PieceType::rook;
  return true;
}

std::uint64_t men_of(const chess::Position& position, chess::Color color) noexcept {
  std::uint64_t signature = 0;
  for (std::size_t type = 0; type < kPieceTypes; ++type) {
    const std::size_t first = (number_of(color) * kPieceTypes + type) * kCraftySquares;
    for (chess::Bitboard men = position.pieces(color, static_cast<chess::PieceType>(type)); men != 0;
         men &= men - 1)
      signature ^= kCraftyNumbers[first + static_cast<std::size_t>(std::countr_zero(men))];
  }
  return signature;
}

std::uint64_t crafty_number(chess::Piece piece, chess::Square square) noexcept {
  const std::size_t kind = number_of(piece.color) * kPieceTypes + static_cast<std::size_t>(piece.type);
  return kCraftyNumbers[kind * kCraftySquares + static_cast<std::size_t>(square.index())];
}

std::uint64_t crafty_number(chess::Color color, chess::CastlingSide side) noexcept {
  return kCraftyNumbers[kMissingRights + 2 * number_of(color) + static_cast<std::size_t>(side)];
}

std::uint64_t crafty_number(chess::Square en_passant) noexcept {
  constexpr int kThirdRank = 2;
  constexpr std::size_t kFiles = 8;
  const std::size_t rank = en_passant.rank() == kThirdRank ? 0 : kFiles;
  return kCraftyNumbers[kEnPassantSquares + rank + static_cast<std::size_t>(en_passant.file())];
}

/// The part of a signature that depends on castling rights and on the en-passant square.
std::uint64_t rights_of(const chess::Position& position) noexcept {
  std::uint64_t signature = 0;
  for (const chess::Color color : {chess::Color::black, chess::Color::white})
    for (const auto side : {chess::CastlingSide::king_side, chess::CastlingSide::queen_side})
      if (!position.can_castle(color, side)) signature ^= crafty_number(color, side);
  if (const auto square = position.en_passant()) signature ^= crafty_number(*square);
  return signature;
}

}  // namespace

std::uint64_t crafty_signature(const chess::Position& position) noexcept {
  return men_of(position, chess::Color::black) ^ men_of(position, chess::Color::white) ^ rights_of(position);
}

std::uint64_t crafty_signature_after(const chess::Position& before, std::uint64_t signature,
                                     chess::Move move) noexcept {
  const chess::Piece mover = before.piece_on(move.from());
  if (!only_moves_men(before, mover, move)) {
    chess::Position after = before;
    after.make(move);
    if (move.kind() != chess::MoveKind::normal) return crafty_signature(after);
    signature ^= rights_of(before) ^ rights_of(after);
  }
  if ((before.occupied() & move.to().bit()) != 0)
    signature ^= crafty_number(before.piece_on(move.to()), move.to());
  return signature ^ crafty_number(mover, move.from()) ^ crafty_number(mover, move.to());
}

std::uint64_t crafty_record_key(const chess::Position& position, chess::Move move) noexcept {
  const std::uint64_t signature = crafty_signature(position);
  return crafty_record_key(signature, crafty_signature_after(position, signature, move),
                           position.side_to_move());
}

}  // namespace polyglot::book
