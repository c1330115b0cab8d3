// SPDX-License-Identifier: MIT
#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/bin_writer.hpp>

#include "book/book_files.hpp"
#include "test_paths.hpp"

namespace polyglot::book {
namespace {

/// The lines of the code block with that name.
std::istringstream block(const std::string& name) {
  const std::string text = polyglot::test::read_text(POLYGLOT_SOURCE_DIR "/docs/book-format.md");
  const std::string fence = "```" + name + "\n";
  const std::size_t start = text.find(fence);
  if (start == std::string::npos) throw std::runtime_error("no block " + name);
  const std::size_t first = start + fence.size();
  return std::istringstream(text.substr(first, text.find("```", first) - first));
}

std::vector<chess::Key> documented_numbers() {
  std::istringstream lines = block("numbers");
  std::vector<chess::Key> numbers;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::size_t index = 0;
    words >> index;
    EXPECT_EQ(index, numbers.size());
    for (chess::Key number = 0; words >> std::hex >> number;) numbers.push_back(number);
  }
  return numbers;
}

/// The key, computed only from the table in the document. The caller adds en passant.
chess::Key documented_key(const std::vector<chess::Key>& numbers, const chess::Position& position) {
  using chess::CastlingSide;
  using chess::Color;
  chess::Key key = position.side_to_move() == Color::white ? numbers.at(780) : 0;
  for (int square = 0; square < 64; ++square) {
    const chess::Piece piece = position.piece_on(chess::Square(square));
    if (piece.type == chess::PieceType::none) continue;
    const int kind = 2 * static_cast<int>(piece.type) + (piece.color == Color::white ? 1 : 0);
    key ^= numbers.at(static_cast<std::size_t>(64 * kind + square));
  }
  if (position.can_castle(Color::white, CastlingSide::king_side)) key ^= numbers.at(768);
  if (position.can_castle(Color::white, CastlingSide::queen_side)) key ^= numbers.at(769);
  if (position.can_castle(Color::black, CastlingSide::king_side)) key ^= numbers.at(770);
  if (position.can_castle(Color::black, CastlingSide::queen_side)) key ^= numbers.at(771);
  return key;
}

struct KnownKey {
  const char* moves;
  chess::Key key;
  int en_passant_file;  ///< -1: none
};

constexpr KnownKey kKnownKeys[] = {
    {"", 0x463b96181691fc9c, -1},
    {"e2e4", 0x823c9b50fd114196, -1},
    {"e2e4 d7d5", 0x0756b94461c50fb0, -1},
    {"e2e4 d7d5 e4e5", 0x662fafb965db29d4, -1},
    {"e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78, 5},
    {"e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1, -1},
    {"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9, -1},
    {"a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637, 2},
    {"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560, -1},
};

TEST(BookDocument, GivesTheNumbersThatMakeTheKnownKeys) {
  const auto numbers = documented_numbers();
  ASSERT_EQ(numbers.size(), 781U);
  for (const KnownKey& known : kKnownKeys) {
    const chess::Position position = test::position_after(known.moves);
    chess::Key key = documented_key(numbers, position);
    if (known.en_passant_file >= 0) key ^= numbers.at(static_cast<std::size_t>(772 + known.en_passant_file));
    EXPECT_EQ(key, known.key) << known.moves;
  }
}

TEST(BookDocument, AgreesWithTheKeysOfPositionsFullOfPieces) {
  const auto numbers = documented_numbers();
  int compared = 0;
  for (const char* row : {"PNBRQ3", "3PNBRQ", "pnbrq3", "3pnbrq", "PpNnBb2", "2RrQqPp"})
    for (int rank = 1; rank < 7; ++rank) {
      std::string board = "k7/";
      for (int i = 6; i > 0; --i) board += (i == rank ? row : "8") + std::string("/");
      const auto position = chess::Position::from_fen(board + "7K w - - 0 1");
      if (!position) continue;  // the king of the side not to move stands in check
      EXPECT_EQ(position->key(), documented_key(numbers, *position)) << board;
      ++compared;
    }
  EXPECT_GT(compared, 20);
}

TEST(BookDocument, ShowsTheBytesThatTheWriterWrites) {
  std::istringstream lines = block("hexdump");
  test::Bytes documented;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line.substr(8, line.find('|') - 8));
    for (unsigned byte = 0; words >> std::hex >> byte;) documented.push_back(static_cast<std::byte>(byte));
  }
  const polyglot::test::TemporaryFolder folder;
  const std::string path = folder / "book.bin";
  ASSERT_TRUE(
      write_bin_book(path,
                     {test::entry("e2e4", "e7e5", 65535), test::entry("", "g1f3", 100),
                      test::entry("", "d2d4", 300, encode_learn(10, 12)), test::entry("", "e2e4", 600)},
                     BookHeader{.comment = "An example"}));
  EXPECT_EQ(test::read_file(path), documented);
}

}  // namespace
}  // namespace polyglot::book
