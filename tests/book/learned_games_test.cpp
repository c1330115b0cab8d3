// SPDX-License-Identifier: MIT
// The list of learned games.

#include <polyglot/book/learned_games.hpp>

#include "book/book_files.hpp"
#include "support/temporary_folder.hpp"

namespace polyglot::book {
namespace {

using chess::Color;
using test::bytes_of;

constexpr std::chrono::milliseconds kAtOnce{20};

class LearnedGamesFile : public ::testing::Test {
 protected:
  [[nodiscard]] std::string path() const { return folder_ / "book.bin.games"; }
  [[nodiscard]] LearnedGames locked() const { return LearnedGames::open_locked(path(), kAtOnce).value(); }
  /// Notes a game of White.
  void note(std::uint64_t fingerprint, std::uint32_t times) const {
    LearnedGames games = locked();
    games.set_times(fingerprint, Color::white, times);
    ASSERT_TRUE(games.prepare());
    ASSERT_TRUE(games.commit());
  }

  polyglot::test::TemporaryFolder folder_;
};

TEST_F(LearnedGamesFile, HasSixteenBytesForTheMarkAndForEachGameInTheirOrder) {
  note(0x0203, 5);
  note(0x0102, 0x10000);
  std::vector<std::byte> expected = bytes_of("POLYGLOT GAMES 1");
  for (const int byte : {0, 0, 0, 0, 0, 0, 1, 2, 0, 1, 0, 0, 0, 0, 0, 0,   // the first game
                         0, 0, 0, 0, 0, 0, 2, 3, 0, 0, 0, 5, 0, 0, 0, 0})  // the second one
    expected.push_back(static_cast<std::byte>(byte));
  EXPECT_EQ(test::read_file(path()), expected);
  const auto read = LearnedGames::read(path());
  EXPECT_EQ(read->times(0x0203, Color::white), 5);
  EXPECT_EQ(read->times(0x0203, Color::black), 0);
  EXPECT_EQ(read->times(0x0204, Color::white), 0);
}

TEST_F(LearnedGamesFile, GoesWithItsLastGame) {
  note(7, 1);
  EXPECT_TRUE(std::filesystem::exists(path()));
  note(7, 0);
  EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_F(LearnedGamesFile, IsNotLeftEmptyByWhoeverNotesNothing) {
  { const LearnedGames games = locked(); }
  EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_F(LearnedGamesFile, IsLockedWhileItIsOpen) {
  const LearnedGames first = locked();
  EXPECT_THAT(LearnedGames::open_locked(path(), kAtOnce).error().to_string(), HasSubstr("book.bin.games"));
}

TEST_F(LearnedGamesFile, IsTheOldOneUntilTheNewOneIsCommitted) {
  note(7, 1);
  const auto before = test::read_file(path());
  {
    LearnedGames games = locked();
    games.set_times(8, Color::black, 1);
    ASSERT_TRUE(games.prepare());
  }
  EXPECT_EQ(test::read_file(path()), before);
}

TEST_F(LearnedGamesFile, IsRefusedWhereverItIsDamagedAndStaysAsItIs) {
  note(7, 1);
  note(8, 1);
  const auto sound = test::read_file(path());
  auto swapped = sound;
  std::swap_ranges(swapped.begin() + 16, swapped.begin() + 32, swapped.begin() + 32);
  auto unmarked = sound;
  unmarked.front() = std::byte{'p'};
  auto cut = sound;
  cut.resize(sound.size() - 1);
  for (const auto& [bytes, offset] : {std::pair(swapped, 32), std::pair(unmarked, 0), std::pair(cut, 32)}) {
    test::write_file(path(), bytes);
    EXPECT_THAT(LearnedGames::open_locked(path(), kAtOnce).error().what,
                HasSubstr("damaged at offset " + std::to_string(offset)));
    EXPECT_EQ(test::read_file(path()), bytes);
  }
}

}  // namespace
}  // namespace polyglot::book
