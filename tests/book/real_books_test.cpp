// SPDX-License-Identifier: MIT
#include <unordered_set>

#include <polyglot/book/bin_book.hpp>

#include "book/book_files.hpp"
#include "test_paths.hpp"

namespace polyglot::book {
namespace {

/// Visits every position that the moves of a book reach from the start position.
class BookWalk {
 public:
  explicit BookWalk(const BookSource& book) : book_(book) {}

  void visit(const game::Position& position) {
    if (!visited_.insert(position.key()).second) return;
    for (const BookMove& entry : book_.find(position).moves) {
      ++moves_;
      game::Position next = position;
      next.make(entry.move);
      visit(next);
    }
  }

  [[nodiscard]] std::uint64_t moves() const noexcept { return moves_; }

 private:
  const BookSource& book_;
  std::unordered_set<chess::Key> visited_;
  std::uint64_t moves_ = 0;
};

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
  BookWalk walk(*book);
  walk.visit(chess::Position());
  EXPECT_EQ(walk.moves(), GetParam().moves_from_start);
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
