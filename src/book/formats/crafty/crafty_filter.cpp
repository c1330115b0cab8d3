// SPDX-License-Identifier: MIT
#include <array>
#include <cstdlib>

#include <polyglot/book/crafty_key.hpp>

#include "book/formats/crafty/crafty_filter.hpp"
#include "book/formats/crafty/crafty_numbers.hpp"

namespace polyglot::book {
namespace {

using chess::CastlingSide;
using chess::Color;
using chess::Piece;
using chess::PieceType;
using chess::Square;

constexpr int kSquares = 64;
constexpr int kLastRank = 7;
constexpr int kLastFile = 7;
constexpr int kKingFile = 4;
constexpr std::array kTypes{PieceType::pawn, PieceType::knight, PieceType::bishop,
                            PieceType::rook, PieceType::queen,  PieceType::king};

/// Whether a piece can move from one square to another on an empty board, or capture there.
bool may_go(PieceType type, Square from, Square to) noexcept {
  const int files = std::abs(to.file() - from.file());
  const int ranks = std::abs(to.rank() - from.rank());
  switch (type) {
    case PieceType::pawn:
      return (files == 0 && ranks <= 2) || (files == 1 && ranks == 1);
    case PieceType::knight:
      return files * ranks == 2;
    case PieceType::bishop:
      return files == ranks;
    case PieceType::rook:
      return files == 0 || ranks == 0;
    case PieceType::queen:
      return files == 0 || ranks == 0 || files == ranks;
    default:
      return files <= 1 && ranks <= 1;
  }
}

/// The changes by the castling rights that may be lost when a piece leaves a square or is captured there.
std::array<std::uint64_t, 4> losses(Square square) noexcept {
  if (square.rank() != 0 && square.rank() != kLastRank) return {};
  const Color color = square.rank() == 0 ? Color::white : Color::black;
  const auto loss = [&](CastlingSide side, int rook_file) {
    return square.file() == kKingFile || square.file() == rook_file ? crafty_number(color, side) : 0;
  };
  const std::uint64_t king_side = loss(CastlingSide::king_side, kLastFile);
  const std::uint64_t queen_side = loss(CastlingSide::queen_side, 0);
  return {0, king_side, queen_side, king_side ^ queen_side};
}

/// The stored part of a key: bit 48, which belongs to the position before the move, and the 31 lowest bits.
/// The upper bits are the number of the cluster.
constexpr std::uint32_t kOfPosition = std::uint32_t{1} << 31;
constexpr std::uint32_t part_of(std::uint64_t key) noexcept {
  constexpr int kLastOfPosition = 48;
  return static_cast<std::uint32_t>((key >> kLastOfPosition) << 31) |
         (static_cast<std::uint32_t>(key) & ~kOfPosition);
}

}  // namespace

CraftyChanges::CraftyChanges() {
  for (const Color color : {Color::white, Color::black}) {
    for (const PieceType type : kTypes)
      for (int from = 0; from < kSquares; ++from)
        for (int to = 0; to < kSquares; ++to)
          if (from != to && may_go(type, Square(from), Square(to)))
            add_moves({type, color}, Square(from), Square(to));
    add_castling(color, CastlingSide::king_side);
    add_castling(color, CastlingSide::queen_side);
  }
}

void CraftyChanges::add_moves(Piece mover, Square from, Square to) {
  const std::uint64_t change = crafty_number(mover, from) ^ crafty_number(mover, to);
  add(change, mover.color, from, to);
  if (mover.type != PieceType::pawn) return;
  if (to.rank() == 0 || to.rank() == kLastRank)
    for (const PieceType type : kTypes)
      add(change ^ crafty_number(mover, to) ^ crafty_number({type, mover.color}, to), mover.color, from, to);
  if (from.file() == to.file())
    add(change ^ crafty_number(Square((from.index() + to.index()) / 2)));
  else
    add(change ^ crafty_number({PieceType::pawn, ~mover.color}, Square(to.file(), from.rank())));
}

void CraftyChanges::add_castling(Color color, CastlingSide side) {
  const int rank = color == Color::white ? 0 : kLastRank;
  const int step = side == CastlingSide::king_side ? 1 : -1;
  const Square king(kKingFile, rank);
  const Piece rook{PieceType::rook, color};
  const Square from(side == CastlingSide::king_side ? kLastFile : 0, rank);
  const Square behind(kKingFile + step, rank);
  const Square to(kKingFile + 2 * step, rank);
  add(crafty_number({PieceType::king, color}, king) ^ crafty_number({PieceType::king, color}, to) ^
          crafty_number(rook, from) ^ crafty_number(rook, behind),
      color, king, to);
}

void CraftyChanges::add(std::uint64_t change, Color mover, Square from, Square to) {
  for (const std::uint64_t of_mover : losses(from))
    for (const std::uint64_t of_other : losses(to)) {
      add(change ^ of_mover ^ of_other);
      for (const PieceType taken : kTypes)
        add(change ^ of_mover ^ of_other ^ crafty_number({taken, ~mover}, to));
    }
}

CraftyFilter::CraftyFilter(const CraftyFile& book, const CraftyFile* start_book) : ends_{0} {
  for (std::size_t number = 0; number < crafty_layout::kClusters; ++number) {
    for (const CraftyFile* const file : {&book, start_book}) {
      if (file == nullptr) continue;
      const auto cluster = file->cluster(number);
      is_whole_ = is_whole_ && cluster;
      if (!cluster) continue;
      for (const CraftyRecord& record : cluster->records) parts_.push_back(part_of(record.key));
    }
    ends_.push_back(static_cast<std::uint32_t>(parts_.size()));
  }
}

chess::MoveList CraftyFilter::moves_into(const chess::Position& position) const {
  const chess::MoveList legal = position.legal_moves();
  if (!is_whole_) return legal;
  const std::uint64_t signature = crafty_signature(position);
  std::array<std::uint64_t, chess::MoveList::kCapacity> keys;
  std::size_t count = 0;
  for (const chess::Move move : legal) {
    const std::uint64_t after = crafty_signature_after(position, signature, move);
    chess::Position next = position;
    next.make(move);
    const auto en_passant = next.en_passant();
    keys[count++] = crafty_record_key(after, en_passant ? after ^ crafty_number(*en_passant) : after,
                                      next.side_to_move());
  }
  // This loop is separate, so that the processor can wait for several parts of memory at once.
  chess::MoveList moves;
  for (std::size_t i = 0; i < count; ++i)
    if (may_have(keys[i])) moves.push_back(legal[i]);
  return moves;
}

bool CraftyFilter::may_have(std::uint64_t key) const noexcept {
  const std::size_t cluster = CraftyRecord{.key = key}.cluster();
  for (std::uint32_t i = ends_[cluster]; i < ends_[cluster + 1]; ++i) {
    const std::uint32_t change = parts_[i] ^ part_of(key);
    if ((change & kOfPosition) == 0 && changes_.may_contain(change)) return true;
  }
  return false;
}

}  // namespace polyglot::book
