// SPDX-License-Identifier: MIT
#include "builder/kept_games.hpp"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>

#include <polyglot/counts/header.hpp>
#include <polyglot/pgn/game_reader.hpp>

#include "builder/block.hpp"
#include "support/temporary_folder.hpp"

namespace polyglot::builder {
namespace {

constexpr std::uint64_t kGames = 3000;
constexpr std::uint64_t kGamesOfChunk = 50;

/// A game whose tags take about 600 bytes.
counts::ShownGame game_of(std::uint64_t number) {
  counts::ShownGame game;
  game.white = "White " + std::to_string(number);
  game.black = "Black \"B\"";
  game.event = std::string(number % (counts::kMostTagBytes + 1), 'e');
  game.site = std::string(counts::kMostTagBytes, 's');
  game.white_rating = static_cast<int>(1000 + number % 2000);
  game.year = 2026;
  game.month = static_cast<std::uint16_t>(number % 13);
  game.result = counts::kResultTexts[number % counts::kResultTexts.size()];
  game.place = {.input = static_cast<std::uint32_t>(number / 2000), .offset = number % 2000 * 900};
  return game;
}

void put(const counts::ShownGame& game, std::string& out) {
  const std::string text = "[Event \"" + game.event + "\"]\n[Site \"" + game.site + "\"]\n[White \"" +
                           game.white + "\"]\n[Black \"Black \\\"B\\\"\"]\n[WhiteElo \"" +
                           std::to_string(game.white_rating) + "\"]\n[Result \"" + game.result + "\"]\n\n" +
                           game.result + "\n";
  pgn::GameReader reader(text);
  pgn::GameText read;
  ASSERT_TRUE(reader.next(read));
  put_kept_game(read, game.place, game.year * 10000U + game.month * 100U, out);
}

/// Adds some chunks. The last one comes first, as threads may have it.
void add(std::uint64_t begin, std::uint64_t end, KeptGames& kept) {
  for (std::uint64_t chunk = end; chunk-- > begin;) {
    std::string bytes;
    for (std::uint64_t i = 0; i < kGamesOfChunk; ++i) put(game_of(chunk * kGamesOfChunk + i), bytes);
    kept.add(chunk, bytes);
  }
}

std::vector<counts::ShownGame> games_of(const KeptGames& kept) {
  std::vector<counts::ShownGame> games;
  const auto take = [&](const counts::ShownGame& game) {
    games.push_back(game);
    return Result<void>();
  };
  EXPECT_TRUE(kept.read(take));
  return games;
}

TEST(KeptGames, AreReadByShareAndPlaceWhereverTheyWaited) {
  std::vector<counts::ShownGame> expected;
  for (std::uint64_t i = 0; i < kGames; ++i) expected.push_back(game_of(i));
  std::ranges::sort(expected, {}, [](const counts::ShownGame& game) {
    return std::tuple(counts::share_of_game(game.place.offset, kPartitions), game.place);
  });
  constexpr std::uint64_t kChunks = kGames / kGamesOfChunk;
  for (const std::uint64_t per_run : {std::uint64_t{7}, std::uint64_t{59}, kChunks}) {
    const polyglot::test::TemporaryFolder folder;
    KeptGames kept(1, folder / "");
    for (std::uint64_t begin = 0; begin < kChunks; begin += per_run) {
      if (begin > 0) {
        ASSERT_TRUE(kept.make_room());
      }
      add(begin, std::min(begin + per_run, kChunks), kept);
    }
    EXPECT_TRUE(games_of(kept) == expected) << per_run;
  }
}

/// All games of a share take more than is read at once.
TEST(KeptGames, AreReadInPieces) {
  const polyglot::test::TemporaryFolder folder;
  KeptGames kept(1, folder / "");
  std::string bytes;
  std::vector<counts::ShownGame> expected;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    counts::ShownGame& game = expected.emplace_back(game_of(i));
    game.place = {.input = static_cast<std::uint32_t>(i)};
    put(game, bytes);
  }
  kept.add(0, bytes);
  EXPECT_TRUE(kept.is_full());
  ASSERT_TRUE(kept.make_room());
  EXPECT_FALSE(kept.is_full());
  EXPECT_TRUE(games_of(kept) == expected);
}

}  // namespace
}  // namespace polyglot::builder
