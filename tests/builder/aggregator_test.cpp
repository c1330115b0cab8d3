// SPDX-License-Identifier: MIT
#include "builder/aggregator.hpp"

#include "builder/threads.hpp"
#include "support/testing.hpp"

namespace polyglot::builder {
namespace {

/// A record of blocks that notice when two of them are stored at once.
struct WatchedRecord {};
struct WatchedTally {
  using Stored = WatchedRecord;
};

std::atomic<int> blocks_on_their_way = 0;
std::atomic<bool> blocks_have_met = false;

}  // namespace

template <>
class Block<WatchedRecord> {
 public:
  Block() = default;
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  Block& operator=(Block&&) = delete;
  /// Takes its time, so that another thread comes here meanwhile if nothing keeps it out.
  Block(Block&& /*unused*/) noexcept {
    if (++blocks_on_their_way > 1) blocks_have_met = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    --blocks_on_their_way;
  }
  ~Block() = default;

  [[nodiscard]] std::size_t bytes() const noexcept { return 1; }
};

namespace {

// ThreadSanitizer would see it in other tests. This one sees it in every build.
TEST(Aggregator, StoresOneBlockAtATime) {
  constexpr unsigned kThreads = 4;
  Progress progress;
  Aggregator<WatchedTally> aggregator({.plan = {}, .threads = kThreads, .folder = "", .progress = progress});
  std::atomic<std::uint64_t> number = 0;
  const auto add_some = [&] {
    for (int i = 0; i < 10; ++i) aggregator.add(number++, Block<WatchedRecord>());
  };
  run_team(kThreads, add_some, [] {});
  EXPECT_FALSE(blocks_have_met);
}

}  // namespace
}  // namespace polyglot::builder
