// SPDX-License-Identifier: MIT
#include "book/formats/ctg/ctg_file.hpp"

namespace polyglot::book {
namespace {

using chess::CastlingSide;
using chess::Color;
using chess::PieceType;
using chess::Square;

constexpr int kMirrorRanks = 56;
constexpr int kMirrorFiles = 7;
constexpr unsigned kHasEnPassant = 0x20;
constexpr unsigned kHasCastling = 0x40;

/// Writes bits one after another, the highest of a byte first.
class BitWriter {
 public:
  void put(unsigned value, int count) {
    while (count-- > 0) {
      if (used_ == 0) bytes_ += '\0';
      const unsigned bit = (value >> static_cast<unsigned>(count)) & 1U;
      bytes_.back() = static_cast<char>(static_cast<unsigned char>(bytes_.back()) | (bit << (7 - used_)));
      used_ = (used_ + 1) % 8;
    }
  }
  /// The free bits of the present byte; 8 if no byte is begun.
  [[nodiscard]] int room() const noexcept { return 8 - used_; }
  [[nodiscard]] const std::string& bytes() const noexcept { return bytes_; }

 private:
  std::string bytes_;
  int used_ = 0;  ///< used bits of the last byte
};

struct PieceBits {
  unsigned bits;
  int count;
};

/// The bits of a white piece, by PieceType; at last those of an empty square. For a black piece the last bit
/// is 1.
constexpr std::array<PieceBits, 7> kPieceBits{
    {{0b110, 3}, {0b10010, 5}, {0b10100, 5}, {0b10110, 5}, {0b100010, 6}, {0b100000, 6}, {0, 1}}};
static_assert(static_cast<std::size_t>(PieceType::none) + 1 == kPieceBits.size());

/// The castling rights in the stored colours: Black's two, then White's.
unsigned castling_of(const chess::Position& position) {
  unsigned rights = 0;
  for (const Color color : {~position.side_to_move(), position.side_to_move()})
    for (const CastlingSide side : {CastlingSide::king_side, CastlingSide::queen_side})
      rights = (rights << 1) | (position.can_castle(color, side) ? 1U : 0U);
  return rights;
}

constexpr std::array<std::uint32_t, 64> kHashTerms{
    0x3100d2bf, 0x3118e3de, 0x34ab1372, 0x2807a847, 0x1633f566, 0x2143b359, 0x26d56488, 0x3b9e6f59,
    0x37755656, 0x3089ca7b, 0x18e92d85, 0x0cd0e9d8, 0x1a9e3b54, 0x3eaa902f, 0x0d9bfaae, 0x2f32b45b,
    0x31ed6102, 0x3d3c8398, 0x146660e3, 0x0f8d4b76, 0x02c77a5f, 0x146c8799, 0x1c47f51f, 0x249f8f36,
    0x24772043, 0x1fbc1e4d, 0x1e86b3fa, 0x37df36a6, 0x16ed30e4, 0x02c3148e, 0x216e5929, 0x0636b34e,
    0x317f9f56, 0x15f09d70, 0x131026fb, 0x38c784b1, 0x29ac3305, 0x2b485dc5, 0x3c049ddc, 0x35a9fbcd,
    0x31d5373b, 0x2b246799, 0x0a2923d3, 0x08a96e9d, 0x30031a9f, 0x08f525b5, 0x33611c06, 0x2409db98,
    0x0ca4feb2, 0x1000b71e, 0x30566e32, 0x39447d31, 0x194e3752, 0x08233a95, 0x0f38fe36, 0x29c7cd57,
    0x0f7b3a39, 0x328e8a16, 0x1e7d1388, 0x0fba78f5, 0x274c7e7c, 0x1e8be65c, 0x2fa0b0bb, 0x1eb6c371};

}  // namespace

CtgPosition::CtgPosition(const chess::Position& position, bool with_en_passant) {
  const Color us = position.side_to_move();
  if (us == Color::black) mirror_ ^= kMirrorRanks;
  if (castling_of(position) == 0 && position.king(us).file() < 4) mirror_ ^= kMirrorFiles;
  for (int index = 0; index < 64; ++index) {
    chess::Piece piece = position.piece_on(real(Square(index)));
    if (us == Color::black) piece.color = ~piece.color;
    board_[static_cast<std::size_t>(index)] = piece;
  }
  write_key(position, with_en_passant);
}

void CtgPosition::write_key(const chess::Position& position, bool with_en_passant) {
  BitWriter writer;
  writer.put(0, 8);  // a place for the first byte, which is known at the end
  for (int file = 0; file < 8; ++file) {
    for (int rank = 0; rank < 8; ++rank) {
      const chess::Piece piece = piece_on(Square(file, rank));
      const auto [bits, count] = kPieceBits[static_cast<std::size_t>(piece.type)];
      const bool is_black = piece.type != PieceType::none && piece.color == Color::black;
      writer.put(bits | (is_black ? 1U : 0U), count);
    }
  }
  const unsigned castling = castling_of(position);
  const auto en_passant = with_en_passant ? position.en_passant() : std::nullopt;
  const int tail = (en_passant ? 3 : 0) + (castling != 0 ? 4 : 0);
  // Zeros fill the last byte, up to the tail that ends it. Without a tail a whole byte of them follows a full
  // one. Source: docs/ctg-book.md.
  if (tail == 0) writer.put(0, writer.room());
  while (tail != 0 && writer.room() != tail) writer.put(0, 1);
  if (en_passant) writer.put(static_cast<unsigned>(Square(en_passant->index() ^ mirror_).file()), 3);
  if (castling != 0) writer.put(castling, 4);
  key_ = writer.bytes();
  key_.front() =
      static_cast<char>(key_.size() | (en_passant ? kHasEnPassant : 0) | (castling != 0 ? kHasCastling : 0));
}

std::uint32_t CtgPosition::hash() const noexcept {
  std::uint32_t term = 0;
  std::uint32_t hash = 0;
  for (const char c : key_) {
    const auto byte = static_cast<unsigned char>(c);
    for (const unsigned nibble : {byte & 15U, unsigned{byte} >> 4U}) {
      term += 4 * (15 - nibble) + 1;
      hash += kHashTerms[term % kHashTerms.size()];
    }
  }
  return hash;
}

}  // namespace polyglot::book
