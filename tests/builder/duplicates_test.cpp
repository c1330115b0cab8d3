// SPDX-License-Identifier: MIT
#include "builder/duplicates.hpp"
#include <future>

#include "builder/made_book.hpp"
#include "support/testing.hpp"

namespace polyglot::builder::test {
namespace {

std::string played(const char* white, const char* black, const char* moves) {
  return game("1-0", moves, std::string("[White \"") + white + "\"]\n[Black \"" + black + "\"]\n");
}

TEST(DuplicateGames, CountOnceInHoweverManyFiles) {
  auto settings = all_moves();
  settings.drop_duplicates = true;
  const auto book = make(
      {played("Tal, Mikhail", "Kan, Ilya", "1. e4 d5 2. exd5 Qxd5"),
       played("Tal, Mikhail", "Kan, Ilya", "1. d4 d5") + played("TAL,M", "Kan", "1.e4! d5 2.ed5+ {so} Qd5") +
           played("Smyslov", "Kan", "1. e4 d5 2. exd5 Qxd5")},
      settings);
  EXPECT_THAT(book.moves(), ElementsAre("e2e4 4", "d2d4 2"));
  EXPECT_EQ(book.summary.counts.duplicates, 1U);
  EXPECT_EQ(book.summary.counts.used, 3U);
  EXPECT_EQ(book.summary.counts.plies, 10U);
}

TEST(DuplicateGames, AreFoundHoweverTheyAreWritten) {
  auto settings = all_moves();
  settings.drop_duplicates = true;
  const std::string start =
      "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n";
  const auto book = make({game("1-0", "1. e4 e5 2. Nf3") + game("1-0", "1. e2e4 e7e5 2. g1f3") +
                          game("1-0", "1. e4 e5 2. Nf3", start) + game("1-0", "1. Nf3 e5 2. e4")},
                         settings);
  EXPECT_EQ(book.summary.counts.duplicates, 2U);
  EXPECT_EQ(book.summary.counts.used, 2U);
}

TEST(Duplicates, RemembersTheFirstGamesThatFit) {
  Duplicates games(0);
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t i = 1; i <= 10'000; ++i) hashes.push_back(i * 0x9e3779b97f4a7c15);
  (void)games.are_new(0, hashes);
  const auto again = games.are_new(1, hashes);
  EXPECT_FALSE(again.front());
  EXPECT_TRUE(again.back());
}

TEST(Duplicates, RemembersAsManyAsItsMemoryHolds) {
  Duplicates games(std::size_t{1} << 20);
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t i = 1; i <= 40'000; ++i) hashes.push_back(i * 0x9e3779b97f4a7c15);
  const auto first = games.are_new(0, hashes);
  EXPECT_EQ(std::ranges::count(first, true), 40'000);
  const auto again = games.are_new(1, hashes);
  EXPECT_EQ(std::ranges::count(again, true), 0);
}

TEST(Duplicates, DoNotWaitForeverForAChunkThatNeverComes) {
  Duplicates games(0);
  const std::vector<std::uint64_t> hashes = {1, 2};
  auto waiting = std::async(std::launch::async, [&] { return games.are_new(1, hashes); });
  games.fail();
  ASSERT_EQ(waiting.wait_for(std::chrono::seconds(10)), std::future_status::ready);
  EXPECT_EQ(waiting.get().size(), 2U);
}

}  // namespace
}  // namespace polyglot::builder::test
