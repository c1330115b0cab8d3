// SPDX-License-Identifier: MIT
#include <cerrno>
#include <thread>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/os/faults.hpp>
#include <polyglot/os/file.hpp>

#include "book/book_files.hpp"

namespace polyglot::book {
namespace {

using test::bytes_of;
using test::code;
using test::entry;
using test::played;

constexpr std::uint32_t learn_fields(std::uint32_t games, std::uint32_t points) {
  return (games << 16) | points;
}

/// Learns as soon as nobody else has the book locked.
Result<std::size_t> learn(const std::string& path, std::span<const PlayedMove> moves) {
  for (;;) {
    const auto learned = try_learn(path, moves);
    if (!learned) return learned.error();
    if (*learned) return **learned;
    std::this_thread::yield();
  }
}

class LearnerTest : public test::BookFileTest {
 protected:
  /// Learns, and expects exactly `expected` in the file afterwards.
  void expect_learned(std::vector<PlayedMove> moves, std::span<const RawEntry> expected,
                      std::size_t changed) const {
    const auto learned = learn(path_, moves);
    ASSERT_TRUE(learned) << learned.error().to_string();
    EXPECT_EQ(*learned, changed);
    EXPECT_EQ(test::read_file(path_), bytes_of(expected));
  }
};

TEST_F(LearnerTest, CountsGamesAndHalfPointsOfTheMover) {
  std::vector<RawEntry> book = {entry("", "e2e4", 600), entry("", "d2d4", 300, learn_fields(10, 12)),
                                entry("e2e4", "e7e5", 1)};
  write(book);
  book[0].learn = learn_fields(1, 2);
  expect_learned({played("", "e2e4", 2)}, book, 1);
  book[0].learn = learn_fields(2, 3);
  book[2].learn = learn_fields(1, 0);
  expect_learned({played("", "e2e4", 1), played("e2e4", "e7e5", 0)}, book, 2);
  book[1].learn = learn_fields(11, 12);
  expect_learned({played("", "d2d4", 0)}, book, 1);
}

TEST_F(LearnerTest, PassesOverWhatIsNotInTheBook) {
  const std::vector<RawEntry> book = {entry("", "e2e4", 600), entry("e2e4", "e7e5", 1)};
  write(book);
  expect_learned({}, book, 0);
  expect_learned({played("", "d2d4", 2), played("d2d4", "d7d5", 2), played("e2e4", "c7c5", 2)}, book, 0);
}

TEST_F(LearnerTest, CountsTheFirstRecordOfAMove) {
  std::vector<RawEntry> book = {entry("", "d2d4", 9), entry("", "e2e4", 0), entry("", "e2e4", 60)};
  write(book);
  book[1].learn = learn_fields(1, 2);
  expect_learned({played("", "e2e4", 2)}, book, 1);
}

TEST_F(LearnerTest, CountsAMoveAsOftenAsItWasPlayed) {
  std::vector<RawEntry> book = {entry("", "g1f3", 9)};
  write(book);
  book[0].learn = learn_fields(2, 4);
  expect_learned({played("", "g1f3", 2), played("g1f3 g8f6 f3g1 f6g8", "g1f3", 2)}, book, 2);
}

TEST_F(LearnerTest, FindsCastlingHoweverItIsStored) {
  const std::string_view before = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5";
  for (const auto& [other, stored] : {std::pair("e1g1", "e1h1"), std::pair("d2d3", "e1g1")}) {
    std::vector<RawEntry> book = {entry(before, other, 5), entry(before, stored, 5)};
    write(book);
    book[1].learn = learn_fields(1, 1);
    expect_learned({played(before, "e1g1", 1)}, book, 1);
  }
}

TEST_F(LearnerTest, LeavesHeaderAndTrailingBytesAlone) {
  std::vector<RawEntry> book = {{.key = 0, .move = code("e2e4"), .weight = 7, .learn = 9},
                                entry("", "e2e4", 1)};
  test::Bytes bytes = bytes_of(book);
  bytes.resize(bytes.size() + 5, std::byte{0x5a});
  test::write_file(path_, bytes);
  ASSERT_EQ(learn(path_, std::vector{played("", "e2e4", 2)}).value(), 1U);
  bytes[16 + 13] = std::byte{1};
  bytes[16 + 15] = std::byte{2};
  EXPECT_EQ(test::read_file(path_), bytes);
}

// Defect 15 of 2.0.4: full fields wrapped round.
TEST_F(LearnerTest, FillsTheFieldsAndHalvesThemWhateverTheResult) {
  struct Full {
    std::uint32_t games;
    std::uint32_t points;
  };
  std::vector<RawEntry> filled = {entry("", "e2e4", 600, learn_fields(65534, 65533))};
  write(filled);
  filled[0].learn = learn_fields(65535, 65535);
  expect_learned({played("", "e2e4", 2)}, filled, 1);
  for (const Full full : {Full{65535, 40000}, Full{40000, 65535}, Full{40000, 65534}, Full{65535, 65535}}) {
    for (const int points : {0, 1, 2}) {
      std::vector<RawEntry> book = {entry("", "e2e4", 600, learn_fields(full.games, full.points))};
      write(book);
      book[0].learn = learn_fields(full.games / 2 + 1, full.points / 2 + static_cast<std::uint32_t>(points));
      expect_learned({played("", "e2e4", points)}, book, 1);
    }
  }
}

TEST_F(LearnerTest, LeavesTheFieldsOfOtherProgramsAlone) {
  std::vector<RawEntry> book;
  for (std::uint64_t key = 1; key < 40; ++key)
    book.push_back({.key = key, .move = code("a2a3"), .weight = 1, .learn = learn_fields(3, 20)});
  book.push_back(entry("", "e2e4", 600));
  write(book);
  const auto learned = learn(path_, std::vector{played("", "e2e4", 2)});
  EXPECT_EQ(learned.error().to_string(),
            path_ +
                ": its learn fields are wins and losses, as XBoard writes them: they are neither used "
                "nor added to; name another file with BookLearnFile (--learn-file)");
  EXPECT_EQ(test::read_file(path_), bytes_of(book));
  const auto opened = BinBook::open(path_).value();
  EXPECT_FALSE(opened->learned(chess::Position(), {}));
  EXPECT_FALSE(opened->learned(chess::Position(), {}));
  EXPECT_EQ(opened->take_trouble().value().to_string(), learned.error().to_string());
  EXPECT_FALSE(opened->take_trouble());
}

TEST_F(LearnerTest, IsSeenByABookThatIsOpen) {
  write({entry("", "e2e4", 600), entry("", "d2d4", 600)});
  const auto book = BinBook::open(path_).value();
  const auto learned = [&book] {
    const chess::Position start;
    return book->learned(start, book->find(start)).value();
  };
  ASSERT_EQ(learned().results.front().games, 0);
  ASSERT_EQ(learn(path_, std::vector{played("", "e2e4", 2)}).value(), 1U);
  const LearnedMoves after = learned();
  EXPECT_EQ(book->take_trouble(), std::nullopt);
  EXPECT_THAT(after.results, ElementsAre(LearnedResult{.games = 1, .points = 2}, LearnedResult()));
  EXPECT_EQ(after.total_weight, 600U * 1500U + 600U * 1000U);
}

TEST_F(LearnerTest, LearnsInABookThatIsNotSorted) {
  std::vector<RawEntry> book = {entry("e2e4", "e7e5", 1), entry("", "e2e4", 600), entry("", "d2d4", 5)};
  ASSERT_GT(book[0].key, book[1].key);
  write(book);
  book[0].learn = learn_fields(1, 0);
  book[1].learn = learn_fields(1, 2);
  expect_learned({played("", "e2e4", 2), played("e2e4", "e7e5", 0)}, book, 2);
}

// Defect 16 of 2.0.4: nothing was locked, and what another process learnt got lost.
TEST_F(LearnerTest, LeavesABookAloneThatOthersHaveLocked) {
  const std::vector<RawEntry> book = {entry("", "e2e4", 600)};
  write(book);
  const auto other = os::try_open_locked(path_).value();
  const std::vector<PlayedMove> game = {played("", "e2e4", 2)};
  EXPECT_EQ(try_learn(path_, game).value(), std::nullopt);
  EXPECT_EQ(test::read_file(path_), bytes_of(book));
}

TEST_F(LearnerTest, SaysWhyABookCannotBeOpened) {
  const std::vector<PlayedMove> moves = {played("", "e2e4", 2)};
  const auto reason = [&](const std::string& path) { return learn(path, moves).error().to_string(); };
  EXPECT_EQ(reason(path_), path_ +
                               ": cannot be opened to change it, check its permissions: No such file or "
                               "directory");
  EXPECT_THAT(reason(folder_.path()), HasSubstr("Is a directory"));
  EXPECT_THAT(reason("/proc/self/exe"), HasSubstr("/proc/self/exe: cannot be opened to change it"))
      << "a running program is read-only even for root";
}

TEST_F(LearnerTest, LearnsFromTheBookThatReplacedTheOneItOpened) {
  write({entry("", "d2d4")});
  std::vector<RawEntry> book = {entry("", "e2e4", 600)};
  bool replaced = false;
  const os::FaultInjection faults([&](os::Call call) {
    if (call == os::Call::lock && !std::exchange(replaced, true)) {
      test::write_file(folder_ / "new.bin", bytes_of(book));
      std::filesystem::rename(folder_ / "new.bin", path_);
    }
    return os::Fault{};
  });
  auto expected = book;
  expected[0].learn = learn_fields(1, 2);
  expect_learned({played("", "e2e4", 2)}, expected, 1);
}

// The second record is written in part when the disk fails.
TEST_F(LearnerTest, CountsAllOfAGameOrNothing) {
  const std::vector<RawEntry> book = {entry("", "e2e4", 600, learn_fields(255, 255)),
                                      entry("e2e4", "e7e5", 1)};
  for (const int error : {ENOSPC, EIO, EDQUOT}) {
    for (int sound = 0; sound < 8; ++sound) {
      write(book);
      int writes = 0;
      const os::FaultInjection faults([&](os::Call call) {
        if (call != os::Call::write) return os::Fault{};
        const bool fails = ++writes == sound + 1;
        return os::Fault{.error = fails ? error : 0, .most = 1};
      });
      const auto learned = learn(path_, std::vector{played("", "e2e4", 2), played("e2e4", "e7e5", 1)});
      EXPECT_THAT(learned.error().to_string(), HasSubstr(path_ + ": cannot be written"));
      EXPECT_EQ(test::read_file(path_), bytes_of(book)) << sound;
    }
  }
}

TEST_F(LearnerTest, SaysWhyItCannotRead) {
  write({entry("", "e2e4", 600)});
  const os::FaultInjection faults(
      [](os::Call call) { return os::Fault{.error = call == os::Call::read ? EIO : 0}; });
  EXPECT_EQ(learn(path_, std::vector{played("", "e2e4", 2)}).error().to_string(),
            path_ + ": cannot be read: Input/output error");
}

}  // namespace
}  // namespace polyglot::book
