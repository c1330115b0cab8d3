// SPDX-License-Identifier: MIT
#include <initializer_list>

#include "book/formats/ctg/ctg_file.hpp"
#include "book/formats/formats.hpp"

namespace polyglot::book {
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
