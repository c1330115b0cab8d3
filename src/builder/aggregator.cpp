#include "builder/aggregator.hpp"

#include "builder/entry_selector.hpp"
#include "builder/threads.hpp"

namespace polyglot::builder {
namespace {

/// Records read from the file at once.
constexpr std::size_t kReadAtOnce = 4096;

}  // namespace

template <class Tally>
void Aggregator<Tally>::add(std::uint64_t number, Block block) {
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
  Finisher(Aggregator& all, const EntryRule& rule, BookOutput& output)
      : all_(all), selector_(rule), output_(output) {}

  [[nodiscard]] Result<void> finish(TallyTable<Tally>& table, std::size_t partition) {
    const std::size_t records = records_of(partition);
    const std::size_t room = all_.settings_.plan.finish;
    const std::size_t most = (all_.tallies_[partition].size() + records) * TallyTable<Tally>::kBytesPerMove;
    const std::size_t passes = most / room + 1;
    for (std::size_t pass = 0; pass < passes; ++pass) {
      part_ = {.number = pass, .of = passes};
      if (auto added = add_up(table, partition, records / passes); !added) return added;
      selector_.select(table.tallies(), bytes_);
      moves_ += table.tallies().size();
      if (pass == 0) {
        if (auto turn = output_.await_turn(partition); !turn) return turn;
      }
      if (auto written = output_.write(bytes_); !written) return written;
    }
    output_.end_turn();
    all_.tallies_[partition] = {};
    return {};
  }

  [[nodiscard]] std::uint64_t moves() const noexcept { return moves_; }

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
  BookOutput& output_;
  Part part_;
  std::vector<Record> records_;
  std::vector<std::byte> bytes_;
  std::uint64_t moves_ = 0;
};

template <class Tally>
Result<std::uint64_t> Aggregator<Tally>::finish(const EntryRule& rule, BookOutput& output) {
  std::atomic<std::size_t> next = 0;
  std::atomic<std::uint64_t> moves = 0;
  std::atomic<std::size_t> finished_partitions = 0;
  const auto finish_some = [&] {
    TallyTable<Tally> table;
    Finisher finisher(*this, rule, output);
    for (std::size_t partition = next++; partition < kPartitions; partition = next++) {
      Result<void> finished =
          settings_.progress.stop ? Error{"interrupted"} : finisher.finish(table, partition);
      if (!finished) {
        output.fail(std::move(finished.error()));
        break;
      }
      settings_.progress.written = static_cast<double>(++finished_partitions) / kPartitions;
    }
    moves += finisher.moves();
  };
  run_team(settings_.threads, finish_some, [&] { output.fail(Error{"a thread failed"}); });
  if (auto error = output.error()) return *error;
  return moves.load();
}

template class Aggregator<PolyglotTally>;
template class Aggregator<WeightedTally>;

}  // namespace polyglot::builder
