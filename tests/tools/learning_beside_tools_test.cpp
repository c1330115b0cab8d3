// SPDX-License-Identifier: MIT
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/chess/notation.hpp>

#include "book/book_files.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using book::test::bytes_of;
using book::test::code;
using book::test::position_after;

/// Learns one won game after another until the file `stop` is there, and writes how many.
[[noreturn]] void learn_until_stopped(const std::string& path, const std::string& stop,
                                      const std::string& count) {
  constexpr int kMostGames = 7500;  // so that the fields have room
  const chess::Position start;
  const chess::Move move = chess::move_from_uci(start, "e2e4").value();
  const std::vector<book::PlayedMove> game = {{.position = start, .move = move, .points = 2}};
  int games = 0;
  while (games < kMostGames && !std::filesystem::exists(stop)) {
    const auto learned = book::try_learn(path, game);
    if (!learned || (*learned && **learned != 1)) ::_exit(1);
    // Somebody may have the book locked; a slow tool may for long.
    if (*learned)
      ++games;
    else
      std::this_thread::sleep_for(book::kLearnPause);
  }
  write_text(count, std::to_string(games));
  ::_exit(0);
}

/// Learners learn in one book, which a tool rewrites again and again. No game may be lost: in the end the
/// book has every game that a learner has learned.
class LearningBesideTools : public testing::TestWithParam<std::vector<std::string>> {
 protected:
  LearningBesideTools() {
    std::vector<book::RawEntry> entries;
    for (std::uint64_t i = 1; i < 20000; ++i)
      entries.push_back({.key = i * 0x346DC5D638865ULL, .move = code("a2a3"), .weight = 1});
    const book::RawEntry start{.key = position_after("").key(), .move = code("e2e4"), .weight = 600};
    entries.insert(std::ranges::upper_bound(entries, start.key, {}, &book::RawEntry::key), start);
    book::test::write_file(folder_ / "book.bin", bytes_of(entries));
    const book::RawEntry other{.key = position_after("d2d4").key(), .move = code("d7d5"), .weight = 3};
    book::test::write_file(folder_ / "other.bin", bytes_of(std::vector{other}));
  }

  TemporaryFolder folder_;
};

TEST_P(LearningBesideTools, LosesNoGame) {
  constexpr int kRounds = 20;
  constexpr int kLearners = 4;
  const std::string path = folder_ / "book.bin";
  const auto count_of = [&](int learner) { return folder_ / std::to_string(learner); };
  std::array<pid_t, kLearners> learners{};
  for (int i = 0; i < kLearners; ++i)
    if ((learners.at(i) = ::fork()) == 0) learn_until_stopped(path, folder_ / "stop", count_of(i));
  for (int round = 0; round < kRounds; ++round) {
    EXPECT_THAT(polyglot(GetParam(), {.folder = folder_.path()}), Succeeds());
  }
  write_text(folder_ / "stop", "");
  std::uint32_t expected = 0;
  for (int i = 0; i < kLearners; ++i) {
    int status = 0;
    ASSERT_EQ(::waitpid(learners.at(i), &status, 0), learners.at(i));
    ASSERT_EQ(status, 0);
    expected += static_cast<std::uint32_t>(std::stoi(read_text(count_of(i))));
  }
  EXPECT_GT(expected, 0U);
  const auto opened = book::BinBook::open(path).value();
  const auto records = opened->find(position_after("").key()).value();
  ASSERT_EQ(records.size(), 1U);
  constexpr std::uint32_t kPointsOfWin = 2;
  EXPECT_EQ(records.front().learn >> 16, expected);
  EXPECT_EQ(records.front().learn & 0xffffU, kPointsOfWin * expected);
}

INSTANTIATE_TEST_SUITE_P(EveryTool, LearningBesideTools,
                         testing::Values(Arguments{"edit-book", "book.bin", "-set", "e4=700"},
                                         Arguments{"edit-book", "book.bin", "-comment", "played with"},
                                         Arguments{"check-book", "book.bin", "-repair"},
                                         Arguments{"merge-book", "book.bin", "other.bin", "-out",
                                                   "book.bin"}));

}  // namespace
}  // namespace polyglot::tools::test
