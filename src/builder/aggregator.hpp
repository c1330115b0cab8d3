// SPDX-License-Identifier: MIT
#pragma once

#include <iterator>
#include <map>
#include <new>

#include <polyglot/builder/build.hpp>
#include <polyglot/result.hpp>

#include "builder/block.hpp"
#include "builder/tally.hpp"
#include "builder/threads.hpp"

namespace polyglot::builder {

/// How a run divides its memory, in bytes. Reading takes additional memory: a few chunks for each thread.
struct MemoryPlan {
  std::size_t pending = 0;     ///< records that wait to be added up
  std::size_t tallies = 0;     ///< maximum for the tallies and the pending records together
  std::size_t finish = 0;      ///< for each thread that makes entries from a partition
  std::size_t chunk = 0;       ///< bytes of text that a worker gets at once
  std::size_t duplicates = 0;  ///< remembered games

  [[nodiscard]] static MemoryPlan of(std::uint64_t limit, unsigned threads) noexcept {
    const auto share = [&](std::uint64_t percent) { return static_cast<std::size_t>(limit / 100 * percent); };
    return {.pending = share(30),
            .tallies = share(60),
            .finish = share(20) / threads,
            .chunk = std::clamp<std::size_t>(share(1) / threads, std::size_t{1} << 16, std::size_t{1} << 20),
            .duplicates = share(10)};
  }
};

struct AggregatorSettings {
  MemoryPlan plan;
  unsigned threads;
  std::string folder;  ///< for the temporary file
  Progress& progress;
};

/// The moves of all games, each counted once in a position.
struct SeenMoves {
  std::uint64_t all = 0;
  LeftOut left_out = {};
};

/// Adds up the records of all games, partition by partition, in the order of the games. Polyglot's rule and
/// the order of equal entries depend on this order.
///
/// Blocks of records wait until they take too much memory. Then they are added to the tallies, which saves
/// memory as long as games share their moves. When the tallies take too much, blocks are written to a file.
template <class Tally>
class Aggregator {
 public:
  using Stored = typename Tally::Stored;
  using Blocks = Block<Stored>;

  explicit Aggregator(const AggregatorSettings& settings) : settings_(settings) {}

  /// Takes the records of the chunk with this number. Several threads may call it in any order. Numbers added
  /// before make_room() must be lower than those added after it.
  void add(std::uint64_t number, std::span<const Stored> records) { add(number, Blocks(records)); }
  void add(std::uint64_t number, Blocks block) {
    pending_bytes_ += block.bytes();
    const std::scoped_lock lock(mutex_);
    pending_.emplace(number, std::move(block));
  }

  [[nodiscard]] bool is_full() const noexcept { return pending_bytes_ >= settings_.plan.pending; }
  /// No other thread may call a function at the same time.
  void make_room() {
    const std::size_t most = tally_bytes_ + pending_bytes_ / sizeof(Record) * sizeof(Tally);
    if (runs_ || most > settings_.plan.tallies)
      spill();
    else
      fold();
    pending_.clear();
    pending_bytes_ = 0;
  }

  /// Adds up all records of each partition, lets a copy of `chooser` make entries from the tallies, and
  /// passes them to `write`: one partition after another, a large one in parts. Each thread has its own copy.
  /// A function end_partition() of the chooser is called after the last part of each partition; its result is
  /// written, too. A chooser with a function select_records() gets the records of a part instead of tallies,
  /// unless they take too much memory. Failure: from the temporary file or `write`, or the run was stopped.
  template <class Chooser, class Write>
  [[nodiscard]] SeenMoves finish(const Chooser& chooser, const Write& write) {
    Turns turns;
    SeenMoves seen;  // changes in turn only
    struct Worker {
      Chooser chooser;
      TallyTable<Tally> table = {};
      std::vector<Stored> room = {};
      std::size_t moves = 0;  ///< of the last part
    };
    const auto choose = [this](Worker& own, std::size_t partition, Part part) {
      if constexpr (requires { own.chooser.select_records(own.room, own.table, own.moves); })
        if (const auto collected = collect(own.room, partition, part))
          return own.chooser.select_records(*collected, own.table, own.moves);
      add_up(own.table, partition, part);
      own.moves = own.table.tallies().size();
      return own.chooser.select(own.table.tallies());
    };
    const auto finish_in_turn = [&, own = Worker{chooser}](std::size_t partition) mutable {
      if (settings_.progress.stop) throw Failure("interrupted");
      const std::size_t most = tallies_[partition].size() + count_records(partition);
      const std::size_t parts = most * TallyTable<Tally>::kBytesPerMove / settings_.plan.finish + 1;
      for (std::size_t part = 0; part < parts; ++part) {
        const auto chosen = choose(own, partition, {part, parts});
        if (part == 0 && !turns.await(partition)) return false;
        seen.all += own.moves;
        seen.left_out += own.chooser.left_out();
        write(chosen);
      }
      if constexpr (requires { own.chooser.end_partition(); }) write(own.chooser.end_partition());
      settings_.progress.written = static_cast<double>(partition + 1) / kPartitions;
      turns.end();
      tallies_[partition] = {};
      return true;
    };
    for_each_partition(finish_in_turn, [&] { turns.fail(); });
    return seen;
  }

  [[nodiscard]] std::uint64_t spilled() const noexcept { return runs_ ? runs_->bytes() : 0; }

 private:
  /// One of equal ranges of a partition's keys.
  struct Part {
    std::size_t number = 0;
    std::size_t of = 1;

    [[nodiscard]] bool has(chess::Key key) const noexcept {
      const std::uint64_t place = (key << kPartitionBits) >> 32;
      return of == 1 || (place * of) >> 32 == number;
    }
  };

  static constexpr std::size_t kReadAtOnce = 4096;

  /// Calls a copy of `work` in each thread for one partition after another, until it returns false.
  template <class Work, class OnThrow>
  void for_each_partition(const Work& work, OnThrow on_throw) {
    std::atomic<std::size_t> next = 0;
    const auto work_on_some = [&] {
      Work own = work;
      for (std::size_t partition = next++; partition < kPartitions && own(partition); partition = next++) {
      }
    };
    run_team(settings_.threads, work_on_some, on_throw);
  }

  /// This cannot fail, because there is no file yet.
  void fold() {
    const auto fold_one = [this, table = TallyTable<Tally>()](std::size_t partition) mutable {
      add_up(table, partition, {});
      // We make a new vector, because the old one would keep its spare capacity.
      tallies_[partition] = std::vector<Tally>(table.tallies().begin(), table.tallies().end());
      return !settings_.progress.stop;
    };
    for_each_partition(fold_one, [] {});
    tally_bytes_ = 0;
    for (const auto& tallies : tallies_) tally_bytes_ += tallies.size() * sizeof(Tally);
  }

  void spill() {
    if (!runs_) runs_.emplace(settings_.folder);
    std::vector<const Blocks*> blocks;
    for (const auto& [number, block] : pending_) blocks.push_back(&block);
    runs_->append(blocks);
  }

  [[nodiscard]] std::size_t count_records(std::size_t partition) const {
    std::size_t records = 0;
    for (const auto& [number, block] : pending_) records += block.slice(partition).size();
    for (std::size_t run = 0; runs_ && run < runs_->runs(); ++run) records += runs_->records(run, partition);
    return records;
  }

  /// Fills `table` with a part of a partition.
  void add_up(TallyTable<Tally>& table, std::size_t partition, Part part) const {
    const auto& tallies = tallies_[partition];
    std::vector<Tally> begun;
    if (part.of > 1)
      std::ranges::copy_if(tallies, std::back_inserter(begun),
                           [part](auto& tally) { return part.has(tally.key); });
    table.start(part.of > 1 ? begun : tallies, count_records(partition) / part.of);
    read(partition, [&table, part](auto at) {
      const Stored& record = *at;
      if (part.has(record.key)) table.add(record);
    });
  }

  /// Passes iterators of all records of a partition to `take`, in the order of the games.
  template <class Take>
  void read(std::size_t partition, const Take& take) const {
    const auto take_all = [&take](const auto& records) {
      for (auto at = records.begin(); at != records.end(); ++at) take(at);
    };
    std::vector<Stored> records;
    for (std::size_t run = 0; runs_ && run < runs_->runs(); ++run) {
      const std::size_t size = runs_->records(run, partition);
      for (std::size_t first = 0; first < size; first += kReadAtOnce) {
        records.resize(std::min(kReadAtOnce, size - first));
        runs_->read(run, partition, first, records);
        take_all(records);
      }
    }
    for (const auto& [number, block] : pending_) take_all(block.slice(partition));
  }

  /// Reads the records of a part into `room`. Nothing: they take too much memory, or some are in tallies
  /// already.
  [[nodiscard]] std::optional<std::span<const Stored>> collect(std::vector<Stored>& room,
                                                               std::size_t partition, Part part) const {
    if (!tallies_[partition].empty()) return std::nullopt;
    const std::size_t most = settings_.plan.finish / TallyTable<Tally>::kBytesPerMove;
    const std::size_t end = std::min(most, count_records(partition));
    // The last one has room for a record that is not wanted.
    if (room.size() <= end) room.resize(end + 1);
    std::size_t size = 0;
    const auto take = [&](auto at) {
      // Records of blocks are made in place: to copy them at once, the processor would have to wait until
      // each of their numbers has been written.
      ::new (&room[size]) Stored(*at);
      if (part.has(room[size].key) && size < end) ++size;
    };
    read(partition, take);
    return size < most ? std::optional(std::span<const Stored>(room.data(), size)) : std::nullopt;
  }

  AggregatorSettings settings_;
  std::mutex mutex_;
  std::map<std::uint64_t, Blocks> pending_;  ///< by number: in the order of the games
  std::atomic<std::size_t> pending_bytes_ = 0;
  std::array<std::vector<Tally>, kPartitions> tallies_;
  std::size_t tally_bytes_ = 0;
  std::optional<RunFile<Stored>> runs_;
};

}  // namespace polyglot::builder
