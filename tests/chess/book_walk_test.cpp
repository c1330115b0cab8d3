// SPDX-License-Identifier: MIT
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <gtest/gtest.h>

#include "chess/helpers.hpp"
#include "test_paths.hpp"

namespace polyglot::chess {
namespace {

using testing::position_of;

using Book = std::unordered_multimap<Key, std::uint16_t>;

std::uint64_t big_endian(const std::vector<unsigned char>& bytes, std::size_t offset, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value = (value << 8) | bytes[offset + i];
  return value;
}

Book load(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<unsigned char> bytes{std::istreambuf_iterator<char>(file), {}};
  Book book;
  for (std::size_t at = 0; at + 16 <= bytes.size(); at += 16) {
    book.emplace(big_endian(bytes, at, 8), static_cast<std::uint16_t>(big_endian(bytes, at + 8, 2)));
  }
  return book;
}

/// The legal move a book code means; castling is written king takes rook. Null if there is none.
Move decode(const Position& position, std::uint16_t code) {
  constexpr const char* kPromotions[] = {"", "n", "b", "r", "q"};
  const unsigned promotion = code >> 12;
  if (promotion > 4) return {};
  const std::string text = Square((code >> 6) & 63).to_string() + Square(code & 63).to_string();
  return move_from_uci(position, text + kPromotions[promotion]).value_or(Move());
}

struct Walk {
  std::size_t positions = 0;
  std::size_t moves = 0;
  std::size_t illegal = 0;
};

/// Visits the positions of a book that can be reached from the start position by any move that stays in the
/// book and, because a book made for one side holds no moves of the other, by any reply to a book move.
class Walker {
 public:
  explicit Walker(const Book& book) : book_(book) {}

  Walk walk() {
    enter(Position());
    while (!open_.empty()) {
      const Position position = open_.back();
      open_.pop_back();
      EXPECT_EQ(position.key(), position_of(position.to_fen()).key()) << position.to_fen();
      ++result_.positions;
      play_book_moves(position);
      enter_book_positions_after(position);
    }
    return result_;
  }

 private:
  void play_book_moves(const Position& position) {
    const auto [first, last] = book_.equal_range(position.key());
    for (auto entry = first; entry != last; ++entry) {
      const Move move = decode(position, entry->second);
      if (move.is_null()) {
        ++result_.illegal;
        continue;
      }
      ++result_.moves;
      Position next = position;
      next.make(move);
      enter_book_positions_after(next);
    }
  }

  void enter_book_positions_after(const Position& position) {
    for (const Move move : position.legal_moves()) {
      Position next = position;
      next.make(move);
      if (book_.contains(next.key())) enter(next);
    }
  }

  void enter(const Position& position) {
    if (seen_.insert(position.key()).second) open_.push_back(position);
  }

  const Book& book_;
  std::unordered_set<Key> seen_;
  std::vector<Position> open_;
  Walk result_;
};

TEST(BookWalk, KeysReachThePositionsOfRealBooks) {
  const std::filesystem::path folder = std::filesystem::path(POLYGLOT_SHARED_DATA) / "books";
  if (std::string(POLYGLOT_SHARED_DATA).empty() || !std::filesystem::is_directory(folder)) {
    GTEST_SKIP() << "no folder of real books";
  }
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".bin") continue;
    const Book book = load(file.path().string());
    const Walk result = Walker(book).walk();
    std::cout << file.path().filename().string() << ": " << book.size() << " records, " << result.positions
              << " positions reached, " << result.moves << " legal moves, " << result.illegal << " illegal\n";
    EXPECT_GT(result.positions, 5000U) << file.path();
    EXPECT_GT(result.moves, book.size() / 2) << file.path();
    EXPECT_EQ(result.illegal, 0U) << file.path();
  }
}

}  // namespace
}  // namespace polyglot::chess
