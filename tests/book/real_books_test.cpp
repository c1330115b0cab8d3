// SPDX-License-Identifier: MIT
#include <unordered_set>

#include <polyglot/book/bin_book.hpp>

#include "book/book_files.hpp"
#include "test_paths.hpp"

namespace polyglot::book {
namespace {

/// The number of moves of the positions that the moves of a book lead to.
std::uint64_t moves_from(const BookSource& book, const game::Position& position,
                         std::unordered_set<chess::Key>& visited) {
  if (!visited.insert(position.key()).second) return 0;
  std::uint64_t moves = 0;
  for (const BookMove& entry : book.find(position).moves) {
    game::Position next = position;
    next.make(entry.move);
    moves += 1 + moves_from(book, next, visited);
  }
  return moves;
}

struct RealBook {
  const char* name;
  std::uint64_t entries;
  std::uint64_t moves_from_start;  ///< records of the positions that the book itself leads to
};

class RealBookTest : public testing::TestWithParam<RealBook> {};

TEST_P(RealBookTest, OpensAndLeadsFromTheStartPosition) {
  const std::string path = std::string(POLYGLOT_SHARED_DATA) + "/books/" + GetParam().name;
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no large books here";
  const auto book = BinBook::open(path).value();
  EXPECT_EQ(book->size(), GetParam().entries);
  std::unordered_set<chess::Key> visited;
  EXPECT_EQ(moves_from(*book, chess::Position(), visited), GetParam().moves_from_start);
}

INSTANTIATE_TEST_SUITE_P(Books, RealBookTest,
                         testing::Values(RealBook{"gm2001.bin", 30416, 29329},
                                         RealBook{"performance.bin", 92954, 6054}),
                         [](const auto& named) {
                           const std::string name = named.param.name;
                           return name.substr(0, name.find('.'));
                         });

}  // namespace
}  // namespace polyglot::book
