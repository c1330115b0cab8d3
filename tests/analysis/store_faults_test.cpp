// SPDX-License-Identifier: MIT
// Stores on disks that fail: what put() has kept is kept.
#include <ostream>
#include <sqlite3.h>

#include <polyglot/analysis/store.hpp>

#include "analysis/faulty_files.hpp"
#include "analysis/sqlite.hpp"
#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::analysis::test {
namespace {

using Call = FaultyFiles::Call;

constexpr int kPuts = 6;

/// A call that fails, with an error of SQLite: once, or for ever.
struct DiskFault {
  const char* name;
  Call call;
  int error;
  bool once;
};

void PrintTo(const DiskFault& fault, std::ostream* out) {
  *out << fault.name;
}

/// The positions after the first moves of a game.
std::vector<game::Position> first_positions() {
  std::vector<game::Position> positions;
  for (const auto& move : game::Position().legal_moves()) {
    positions.emplace_back().make(move);
    if (positions.size() == kPuts) break;
  }
  return positions;
}

Verdict verdict_on(const game::Position& position, int score) {
  Verdict verdict{.moves = {{position.legal_moves().front(), Score::centipawns(score)}}, .nodes = 9};
  verdict.variation = {verdict.moves.front().move};
  return verdict;
}

class StoreOnABadDisk : public ::testing::TestWithParam<DiskFault> {
 protected:
  /// Puts verdicts into a store, and returns which of them it said to have kept. A reader looks for each of
  /// these, unless its own calls may fail.
  std::vector<int> fill(const std::string& path) {
    std::vector<int> kept;
    auto store = Store::open(path);
    if (!store) return kept;
    const auto judge = store->add_judge(judge_);
    if (!judge) return kept;
    const bool has_reader = GetParam().call == Call::write || GetParam().call == Call::sync;
    std::optional<Store> reader;
    for (int i = 0; i < kPuts; ++i) {
      const game::Position& position = positions_[static_cast<std::size_t>(i)];
      if (!store->put(*judge, position, verdict_on(position, i))) continue;
      kept.push_back(i);
      if (!has_reader) continue;
      if (!reader) reader.emplace(Store::open_to_read(path).value());
      EXPECT_EQ(reader->find(*judge, position).value(), verdict_on(position, i));
    }
    return kept;
  }

  /// The store is whole, has what it kept, and takes more.
  void expect_kept(const std::string& path, const std::vector<int>& kept) {
    auto store = Store::open(path);
    ASSERT_TRUE(store) << store.error().to_string();
    const auto judge = store->add_judge(judge_).value();
    for (const int i : kept) {
      const game::Position& position = positions_[static_cast<std::size_t>(i)];
      EXPECT_EQ(store->find(judge, position).value(), verdict_on(position, i)) << i;
    }
    for (const game::Position& position : positions_)
      EXPECT_TRUE(store->put(judge, position, verdict_on(position, 0)));
    auto database = Database::open(path, Database::Access::read, Store::kPatience);
    auto check = database.prepare("PRAGMA integrity_check");
    ASSERT_TRUE(check.step());
    EXPECT_EQ(check.text(0), "ok");
  }

  const Judge judge_{.engine = "Fish", .limits = {.nodes = 9}};
  const std::vector<game::Position> positions_ = first_positions();
  polyglot::test::TemporaryFolder folder_;
};

TEST_P(StoreOnABadDisk, LosesNothingThatItKept) {
  const DiskFault& fault = GetParam();
  int times_failed = 1;
  for (int nth = 1; times_failed > 0; ++nth) {
    SCOPED_TRACE(nth);
    const std::string path = folder_ / (std::to_string(nth) + ".db");
    int calls = 0;
    times_failed = 0;
    std::vector<int> kept;
    {
      const FaultyFiles faults([&](Call call) {
        if (call != fault.call || ++calls < nth || (fault.once && calls > nth)) return SQLITE_OK;
        ++times_failed;
        return fault.error;
      });
      kept = fill(path);
    }
    expect_kept(path, kept);
    if (HasFailure()) return;
    EXPECT_TRUE(times_failed > 0 || kept.size() == kPuts);
    EXPECT_LT(nth, 500) << "the calls have no end";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Faults, StoreOnABadDisk,
    ::testing::Values(DiskFault{"FullDisk", Call::write, SQLITE_FULL, false},
                      DiskFault{"WriteError", Call::write, SQLITE_IOERR_WRITE, true},
                      DiskFault{"SyncError", Call::sync, SQLITE_IOERR_FSYNC, true},
                      DiskFault{"TruncateError", Call::truncate, SQLITE_IOERR_TRUNCATE, true},
                      DiskFault{"ReadError", Call::read, SQLITE_IOERR_READ, true},
                      DiskFault{"OpenError", Call::open, SQLITE_CANTOPEN, true},
                      DiskFault{"NoSharedMemory", Call::share_memory, SQLITE_IOERR_SHMMAP, true}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace polyglot::analysis::test
