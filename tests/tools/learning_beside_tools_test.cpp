// SPDX-License-Identifier: MIT
#include <atomic>
#include <memory>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <gmock/gmock.h>

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

/// What the learning processes and the test tell each other.
struct Shared {
  std::atomic<bool> stop = false;
  std::atomic<std::uint32_t> learned = 0;  ///< games that a learner was told are in the book
  std::atomic<std::uint32_t> refused = 0;
};
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

/// Processes that learn one won game after another until they are stopped.
class Learners {
 public:
  explicit Learners(const std::string& path)
      : shared_(new (::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                            0)) Shared) {
    for (pid_t& process : processes_) {
      process = ::fork();
      if (process == 0) learn_until_stopped(path);
    }
    while (learned() == 0 && shared_->refused == 0) {
    }
  }
  Learners(const Learners&) = delete;
  Learners& operator=(const Learners&) = delete;
  ~Learners() {
    stop();
    ::munmap(shared_, sizeof(Shared));
  }

  void stop() {
    shared_->stop = true;
    for (pid_t& process : processes_)
      if (process > 0) ::waitpid(std::exchange(process, 0), nullptr, 0);
  }
  [[nodiscard]] std::uint32_t learned() const { return shared_->learned; }
  [[nodiscard]] std::uint32_t refused() const { return shared_->refused; }

 private:
  static constexpr std::uint32_t kMostGames = 30000;  ///< so that the fields have room

  [[noreturn]] void learn_until_stopped(const std::string& path) {
    const chess::Position start;
    const chess::Move move = chess::move_from_uci(start, "e2e4").value();
    const std::vector<book::PlayedMove> game = {{.position = start, .move = move, .points = 2}};
    while (!shared_->stop && shared_->learned < kMostGames) {
      const auto learned = book::try_learn(path, game);
      if (learned && !*learned) {  // somebody has the book locked; a slow tool may for long
        std::this_thread::sleep_for(book::kLearnPause);
        continue;
      }
      ++(learned && **learned == 1 ? shared_->learned : shared_->refused);
    }
    ::_exit(0);
  }

  Shared* shared_;
  std::array<pid_t, 4> processes_{};
};

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
  const std::string path = folder_ / "book.bin";
  Learners learners(path);
  for (int round = 0; round < kRounds; ++round) {
    const Outcome outcome = polyglot(GetParam(), {.folder = folder_.path()});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  }
  learners.stop();
  EXPECT_EQ(learners.refused(), 0U);
  const auto opened = book::BinBook::open(path).value();
  const auto records = opened->find(position_after("").key()).value();
  ASSERT_EQ(records.size(), 1U);
  constexpr std::uint32_t kPointsOfWin = 2;
  const std::uint32_t expected = learners.learned();
  EXPECT_EQ(records.front().learn >> 16, expected);
  EXPECT_EQ(records.front().learn & 0xffffU, kPointsOfWin * expected);
}

INSTANTIATE_TEST_SUITE_P(
    EveryTool, LearningBesideTools,
    testing::Values(std::vector<std::string>{"edit-book", "book.bin", "-set", "e4=700"},
                    std::vector<std::string>{"edit-book", "book.bin", "-comment", "played with"},
                    std::vector<std::string>{"check-book", "book.bin", "-repair"},
                    std::vector<std::string>{"merge-book", "book.bin", "other.bin", "-out", "book.bin"}));

}  // namespace
}  // namespace polyglot::tools::test
