// SPDX-License-Identifier: MIT
#include "builder/aggregator.hpp"
#include <algorithm>
#include <condition_variable>
#include <iterator>

#include "builder/entry_selector.hpp"
#include "builder/threads.hpp"

namespace polyglot::builder {
namespace {

/// Records read from the file at once.
constexpr std::size_t kReadAtOnce = 4096;

/// Has threads write the partitions of the book one after another.
class Turns {
 public:
  /// Waits until all partitions before have been written. Error: one of them failed.
  [[nodiscard]] Result<void> await(std::size_t partition) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return turn_ == partition || error_; });
    return error_ ? Result<void>(*error_) : Result<void>();
  }

  void end() {
    const std::scoped_lock lock(mutex_);
    ++turn_;
    changed_.notify_all();
  }

  /// Ends all waiting. The first error counts.
  void fail(Error error) {
    const std::scoped_lock lock(mutex_);
    if (!error_) error_ = std::move(error);
    changed_.notify_all();
  }

  /// For the time when all threads have ended.
  [[nodiscard]] const std::optional<Error>& error() const noexcept { return error_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t turn_ = 0;
  std::optional<Error> error_;
};

}  // namespace

template <class Tally>
void Aggregator<Tally>::add(std::uint64_t number, std::span<const Record> records) {
  Block block(records);
  pending_bytes_ += block.bytes();
  const std::scoped_lock lock(mutex_);
  pending_.emplace(number, std::move(block));
}

template <class Tally>
Result<void> Aggregator<Tally>::make_room() {
  const std::size_t most = tally_bytes_ + pending_bytes_ / sizeof(Record) * sizeof(Tally);
  if (runs_ || most > settings_.plan.tallies) {
    if (auto spilled = spill(); !spilled) return spilled;
  } else {
    fold();
  }
  pending_.clear();
  pending_bytes_ = 0;
  return {};
}

template <class Tally>
template <class Work>
void Aggregator<Tally>::for_each_partition(Work work) {
  std::atomic<std::size_t> next = 0;
  const auto work_on_some = [&] {
    TallyTable<Tally> table;
    for (std::size_t partition = next++; partition < kPartitions && !settings_.progress.stop;
         partition = next++)
      work(table, partition);
  };
  run_team(settings_.threads, work_on_some, [] {});
}

template <class Tally>
void Aggregator<Tally>::fold() {
  for_each_partition([this](TallyTable<Tally>& table, std::size_t partition) {
    std::size_t records = 0;
    for (const auto& [number, block] : pending_) records += block.slice(partition).size();
    table.start(tallies_[partition], records);
    for (const auto& [number, block] : pending_) {
      for (const Record& record : block.slice(partition)) table.add(record);
    }
    // A new vector, because an old one would keep its spare capacity.
    tallies_[partition] = std::vector<Tally>(table.tallies().begin(), table.tallies().end());
  });
  tally_bytes_ = 0;
  for (const auto& tallies : tallies_) tally_bytes_ += tallies.size() * sizeof(Tally);
}

template <class Tally>
Result<void> Aggregator<Tally>::spill() {
  if (!runs_) {
    auto file = RunFile::create(settings_.folder);
    if (!file) return file.error();
    runs_ = std::move(*file);
  }
  std::vector<const Block*> blocks;
  for (const auto& [number, block] : pending_) blocks.push_back(&block);
  return runs_->append(blocks);
}

/// Makes entries of partitions, one after another, in one thread.
template <class Tally>
class Aggregator<Tally>::Finisher {
 public:
  Finisher(Aggregator& all, const EntryRule& rule, book::BinBookWriter& writer, Turns& turns)
      : all_(all), selector_(rule), writer_(writer), turns_(turns) {}

  [[nodiscard]] Result<void> finish(TallyTable<Tally>& table, std::size_t partition) {
    const std::size_t records = records_of(partition);
    const std::size_t room = all_.settings_.plan.finish;
    const std::size_t most = (all_.tallies_[partition].size() + records) * TallyTable<Tally>::kBytesPerMove;
    const std::size_t passes = most / room + 1;
    for (std::size_t pass = 0; pass < passes; ++pass) {
      part_ = {.number = pass, .of = passes};
      if (auto added = add_up(table, partition, records / passes); !added) return added;
      const auto entries = selector_.select(table.tallies());
      done_.moves += table.tallies().size();
      done_.entries += entries.size();
      if (pass == 0) {
        if (auto turn = turns_.await(partition); !turn) return turn;
      }
      if (auto written = writer_.add(entries); !written) return written;
    }
    turns_.end();
    all_.tallies_[partition] = {};
    return {};
  }

  [[nodiscard]] const Finished& done() const noexcept { return done_; }

 private:
  /// One of equal ranges of a partition's keys.
  struct Part {
    std::size_t number = 0;
    std::size_t of = 1;

    [[nodiscard]] bool has(chess::Key key) const noexcept {
      const std::uint64_t place = (key << kPartitionBits) >> 32;
      return (place * of) >> 32 == number;
    }
  };

  [[nodiscard]] std::size_t records_of(std::size_t partition) const {
    std::size_t records = 0;
    for (const auto& [number, block] : all_.pending_) records += block.slice(partition).size();
    for (std::size_t run = 0; all_.runs_ && run < all_.runs_->runs(); ++run)
      records += all_.runs_->records(run, partition);
    return records;
  }

  [[nodiscard]] Result<void> add_up(TallyTable<Tally>& table, std::size_t partition, std::size_t expected) {
    if (part_.of == 1) {
      table.start(all_.tallies_[partition], expected);
    } else {
      std::vector<Tally> begun;
      std::ranges::copy_if(all_.tallies_[partition], std::back_inserter(begun),
                           [this](const Tally& tally) { return part_.has(tally.key); });
      table.start(begun, expected);
    }
    for (std::size_t run = 0; all_.runs_ && run < all_.runs_->runs(); ++run) {
      if (auto added = add_run(table, run, partition); !added) return added;
    }
    for (const auto& [number, block] : all_.pending_) add_records(table, block.slice(partition));
    return {};
  }

  [[nodiscard]] Result<void> add_run(TallyTable<Tally>& table, std::size_t run, std::size_t partition) {
    const std::size_t size = all_.runs_->records(run, partition);
    for (std::size_t first = 0; first < size; first += kReadAtOnce) {
      records_.resize(std::min(kReadAtOnce, size - first), Record{});
      if (auto read = all_.runs_->read(run, partition, first, records_); !read) return read;
      add_records(table, records_);
    }
    return {};
  }

  void add_records(TallyTable<Tally>& table, std::span<const Record> records) const {
    for (const Record& record : records) {
      if (part_.of == 1 || part_.has(record.key)) table.add(record);
    }
  }

  Aggregator& all_;
  EntrySelector selector_;
  book::BinBookWriter& writer_;
  Turns& turns_;
  Part part_;
  std::vector<Record> records_;
  Finished done_;
};

template <class Tally>
Result<Finished> Aggregator<Tally>::finish(const EntryRule& rule, book::BinBookWriter& writer) {
  Turns turns;
  std::atomic<std::size_t> next = 0;
  std::atomic<std::uint64_t> moves = 0;
  std::atomic<std::uint64_t> entries = 0;
  std::atomic<std::size_t> finished_partitions = 0;
  const auto finish_some = [&] {
    TallyTable<Tally> table;
    Finisher finisher(*this, rule, writer, turns);
    for (std::size_t partition = next++; partition < kPartitions; partition = next++) {
      Result<void> finished =
          settings_.progress.stop ? Error{"interrupted"} : finisher.finish(table, partition);
      if (!finished) {
        turns.fail(finished.error());
        break;
      }
      settings_.progress.written = static_cast<double>(++finished_partitions) / kPartitions;
    }
    moves += finisher.done().moves;
    entries += finisher.done().entries;
  };
  run_team(settings_.threads, finish_some, [&] { turns.fail(Error{"a thread failed"}); });
  if (turns.error()) return *turns.error();
  return Finished{.moves = moves, .entries = entries};
}

template class Aggregator<PolyglotTally>;
template class Aggregator<WeightedTally>;

}  // namespace polyglot::builder
