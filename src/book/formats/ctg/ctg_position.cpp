// SPDX-License-Identifier: MIT
#include <initializer_list>

#include "book/formats/ctg/ctg_file.hpp"
#include "book/formats/formats.hpp"

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

namespace {

using chess::PieceType;
using chess::Square;

/// The meaning of a code. The step wraps around the edges of the board.
struct CtgStep {
  PieceType type = PieceType::none;  ///< none: no such code
  std::uint8_t ordinal = 0;          ///< number among the pieces of this type, in the order a1, a2 ... h8,
                                     ///< from 1
  std::int8_t right = 0;
  std::int8_t up = 0;
};

using StepTable = std::array<CtgStep, 256>;

struct Direction {
  std::int8_t right;
  std::int8_t up;
};

constexpr Direction kUp{0, 1};
constexpr Direction kRight{1, 0};
constexpr Direction kRightUp{1, 1};
constexpr Direction kLeftUp{-1, 1};

/// Two codes of the second queen. Known tables say that both are six steps up. One of them must be six steps
/// to the right, because that step would have no code otherwise.
constexpr std::array<std::uint8_t, 2> kSixSteps{0x1a, 0xf9};

/// Adds one code for each piece of a type; all take the same step.
constexpr void add_pieces(StepTable& table, PieceType type, Direction step,
                          std::initializer_list<std::uint8_t> codes) {
  std::uint8_t ordinal = 0;
  for (const std::uint8_t code : codes) table[code] = {type, ++ordinal, step.right, step.up};
}

/// Adds one code for each number of steps of one piece in a direction.
constexpr void add_line(StepTable& table, PieceType type, std::uint8_t ordinal, Direction step,
                        std::initializer_list<std::uint8_t> codes) {
  std::int8_t count = 0;
  for (const std::uint8_t code : codes) {
    ++count;
    table[code] = {type, ordinal, static_cast<std::int8_t>(step.right * count),
                   static_cast<std::int8_t>(step.up * count)};
  }
}

constexpr void add_pawns_and_kings(StepTable& table) {
  add_pieces(table, PieceType::pawn, kUp, {0xec, 0x04, 0x55, 0xcf, 0xbb, 0xcb, 0x18, 0xa3});
  add_pieces(table, PieceType::pawn, {0, 2}, {0xdb, 0x62, 0x9b, 0xe6, 0x5f, 0xb1, 0xc8, 0x4a});
  add_pieces(table, PieceType::pawn, kLeftUp, {0x0c, 0xd1, 0x27, 0x06, 0xde, 0x82, 0xc7, 0x24});
  add_pieces(table, PieceType::pawn, kRightUp, {0x8b, 0x96, 0x7c, 0xeb, 0x00, 0x2d, 0x5c, 0x14});
  add_pieces(table, PieceType::king, kUp, {0x13});
  add_pieces(table, PieceType::king, kRightUp, {0x67});
  add_pieces(table, PieceType::king, kRight, {0xbe});
  add_pieces(table, PieceType::king, {1, -1}, {0x44});
  add_pieces(table, PieceType::king, {0, -1}, {0x0a});
  add_pieces(table, PieceType::king, {-1, -1}, {0x8c});
  add_pieces(table, PieceType::king, {-1, 0}, {0x97});
  add_pieces(table, PieceType::king, kLeftUp, {0xdf});
  add_pieces(table, PieceType::king, {2, 0}, {0x6b});  // castling
  add_pieces(table, PieceType::king, {-2, 0}, {0xf6});
}

constexpr void add_knights(StepTable& table) {
  add_pieces(table, PieceType::knight, {1, 2}, {0x34, 0x4c});
  add_pieces(table, PieceType::knight, {2, 1}, {0x36, 0xd2});
  add_pieces(table, PieceType::knight, {2, -1}, {0xe9, 0xe0});
  add_pieces(table, PieceType::knight, {1, -2}, {0x8a, 0x2a});
  add_pieces(table, PieceType::knight, {-1, -2}, {0xda, 0x30});
  add_pieces(table, PieceType::knight, {-2, -1}, {0x0f, 0x01});
  add_pieces(table, PieceType::knight, {-2, 1}, {0xf7, 0xd3});
  add_pieces(table, PieceType::knight, {-1, 2}, {0x85, 0xf3});
}

/// Because steps wrap around, four steps right-up and four left-up are the same.
constexpr void add_lines(StepTable& table) {
  add_line(table, PieceType::bishop, 1, kRightUp, {0x2e, 0xc1, 0x0d, 0x6a, 0x15, 0x3a, 0x12});
  add_line(table, PieceType::bishop, 1, kLeftUp, {0x1b, 0xc3, 0x66, 0x6a, 0x3c, 0xb2, 0x26});
  add_line(table, PieceType::bishop, 2, kRightUp, {0xf5, 0xc2, 0xb9, 0x9f, 0x32, 0x09, 0x1d});
  add_line(table, PieceType::bishop, 2, kLeftUp, {0x54, 0x22, 0xca, 0x9f, 0xcc, 0x79, 0x72});
  add_line(table, PieceType::rook, 1, kUp, {0x81, 0xe8, 0x7a, 0x99, 0x87, 0x50, 0xe1});
  add_line(table, PieceType::rook, 1, kRight, {0x7f, 0xcd, 0x98, 0xef, 0x6e, 0x52, 0x86});
  add_line(table, PieceType::rook, 2, kUp, {0x7d, 0xf4, 0xe3, 0xc5, 0xa5, 0x7b, 0x69});
  add_line(table, PieceType::rook, 2, kRight, {0xc4, 0xa9, 0x0e, 0xad, 0xb5, 0xd8, 0x21});
  add_line(table, PieceType::queen, 1, kUp, {0x05, 0x9d, 0x94, 0x37, 0xb7, 0x9a, 0xfd});
  add_line(table, PieceType::queen, 1, kRight, {0x2f, 0x74, 0x31, 0xe5, 0x39, 0x29, 0x8f});
  add_line(table, PieceType::queen, 1, kRightUp, {0xf1, 0xa2, 0x45, 0xe7, 0x28, 0x61, 0xed});
  add_line(table, PieceType::queen, 1, kLeftUp, {0xd7, 0xd9, 0x7e, 0xe7, 0x4b, 0x80, 0x42});
  add_line(table, PieceType::queen, 2, kUp, {0x4d, 0xbd, 0xa0, 0xb0, 0xc6, kSixSteps[0], 0xc9});
  add_line(table, PieceType::queen, 2, kRight, {0xf8, 0x03, 0xfa, 0x08, 0xbc, kSixSteps[1], 0xf0});
  add_line(table, PieceType::queen, 2, kRightUp, {0x92, 0xfb, 0xae, 0x38, 0x41, 0x23, 0x6f});
  add_line(table, PieceType::queen, 2, kLeftUp, {0xee, 0x8e, 0xfe, 0x38, 0x3b, 0xab, 0x63});
}

constexpr StepTable make_step_table() {
  StepTable table{};
  add_pawns_and_kings(table);
  add_knights(table);
  add_lines(table);
  return table;
}

constexpr StepTable kSteps = make_step_table();

std::optional<Square> find_piece(const CtgPosition& stored, PieceType type, int ordinal) {
  for (int file = 0; file < 8; ++file) {
    for (int rank = 0; rank < 8; ++rank) {
      const chess::Piece piece = stored.piece_on(Square(file, rank));
      if (piece == chess::Piece{type, chess::Color::white} && --ordinal == 0) return Square(file, rank);
    }
  }
  return std::nullopt;
}

std::optional<chess::Move> move_by(const chess::Position& position, const CtgPosition& stored,
                                   const CtgStep& step) {
  if (step.type == PieceType::none) return std::nullopt;
  const auto from = find_piece(stored, step.type, step.ordinal);
  if (!from) return std::nullopt;
  const Square to((from->file() + step.right + 8) % 8, (from->rank() + step.up + 8) % 8);
  const bool promotes = step.type == PieceType::pawn && to.rank() == 7;
  return move_between(position, stored.real(*from), stored.real(to), promotes ? 'q' : '\0');
}

}  // namespace

std::optional<chess::Move> decode_ctg_move(const chess::Position& position, const CtgPosition& stored,
                                           std::uint8_t code) {
  if (code == kSixSteps[0] || code == kSixSteps[1]) {
    const auto up = move_by(position, stored, kSteps[kSixSteps[0]]);
    return up ? up : move_by(position, stored, kSteps[kSixSteps[1]]);
  }
  return move_by(position, stored, kSteps[code]);
}

}  // namespace polyglot::book
