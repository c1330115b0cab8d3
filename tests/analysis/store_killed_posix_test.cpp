// SPDX-License-Identifier: MIT
// Stores of programs that are killed, and on disks that the system says are full.
#include <sys/wait.h>
#include <unistd.h>

#include <polyglot/analysis/store.hpp>

#include "analysis/sqlite.hpp"
#include "support/file_size_limit.hpp"
#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::analysis::test {
namespace {

using namespace std::chrono_literals;

const Judge kAnyJudge{.engine = "Fish", .limits = {.nodes = 9}};

/// The positions after three moves.
std::vector<game::Position> many_positions() {
  std::vector<game::Position> positions(1);
  for (int ply = 0; ply < 3; ++ply) {
    std::vector<game::Position> next;
    for (const game::Position& position : positions)
      for (const auto& move : position.legal_moves()) next.emplace_back(position).make(move);
    positions = std::move(next);
  }
  return positions;
}

Verdict any_verdict(const game::Position& position) {
  Verdict verdict{.moves = {{position.legal_moves().back(), Score::centipawns(20)}}, .nodes = 9};
  verdict.variation = {verdict.moves.front().move};
  return verdict;
}

class StoreOfProcesses : public ::testing::Test {
 protected:
  /// Puts verdicts on the positions from a number on, and calls `kept` after each. It begins again after the
  /// last one, and closes the store only if a verdict cannot be put: the last one who closes it locks it for
  /// a moment.
  void put_from(std::size_t first, const std::function<void()>& kept) const {
    auto store = Store::open(path_);
    if (!store) return;
    const auto judge = store->add_judge(kAnyJudge);
    for (std::size_t i = first; judge; ++i) {
      const game::Position& position = positions_[i % positions_.size()];
      if (!store->put(*judge, position, any_verdict(position))) return;
      kept();
    }
  }
  void expect_kept(std::size_t first, std::size_t end) const {
    const Store store = std::move(Store::open(path_)).value();
    for (std::size_t i = first; i < std::min(end, positions_.size()); ++i) {
      ASSERT_EQ(store.find(1, positions_[i]).value(), any_verdict(positions_[i])) << i;
    }
  }

  const std::vector<game::Position> positions_ = many_positions();
  polyglot::test::TemporaryFolder folder_;
  const std::string path_ = folder_ / "store.db";
};

TEST_F(StoreOfProcesses, HasAllThatAKilledOneKeptAndIsReadMeanwhile) {
  constexpr std::size_t kKills = 10;
  std::size_t kept = 0;
  for (std::size_t kill = 0; kill < kKills; ++kill) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t writer = ::fork();
    if (writer == 0) {
      put_from(kept, [&] { (void)!::write(ends[1], "+", 1); });
      ::_exit(0);
    }
    ::close(ends[1]);
    char sign = 0;
    // Without patience: nothing that the writer does makes a reader wait.
    std::optional<Database> reader;
    const std::size_t before = kept;
    for (std::size_t i = 0; i < 7 + 3 * kill && ::read(ends[0], &sign, 1) == 1; ++i) {
      ++kept;
      if (!reader) reader.emplace(Database::open(path_, Database::Access::read, 0ms));
      EXPECT_NO_THROW((void)reader->number("SELECT count(*) FROM verdicts"));
    }
    ::kill(writer, SIGKILL);
    while (::read(ends[0], &sign, 1) == 1) ++kept;
    ::close(ends[0]);
    reader.reset();
    ASSERT_EQ(::waitpid(writer, nullptr, 0), writer);
    expect_kept(before, kept);
  }
  EXPECT_GE(kept, 7 * kKills);
  expect_kept(0, kept);
}

TEST_F(StoreOfProcesses, KeepsMoreWhenTheDiskIsNoLongerFull) {
  auto store = Store::open(path_).value();
  const auto judge = store.add_judge(kAnyJudge).value();
  std::size_t kept = 0;
  {
    const polyglot::test::FileSizeLimit full(100000);
    while (kept < positions_.size() && store.put(judge, positions_[kept], any_verdict(positions_[kept])))
      ++kept;
    EXPECT_GT(kept, 0U);
    ASSERT_LT(kept, positions_.size()) << "the limit is too large";
    const Store reader = std::move(Store::open_to_read(path_)).value();
    EXPECT_EQ(reader.size().value(), kept);
  }
  ASSERT_TRUE(store.put(judge, positions_[kept], any_verdict(positions_[kept])));
  expect_kept(0, kept + 1);
}

}  // namespace
}  // namespace polyglot::analysis::test
