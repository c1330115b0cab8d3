// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <span>
#include <tuple>
#include <utility>

#include <polyglot/counts/counts_sum.hpp>
#include <polyglot/counts/counts_writer.hpp>
#include <polyglot/counts/key_sorter.hpp>
#include <polyglot/os/open_files.hpp>

#include "counts/bucket.hpp"
#include "counts/file_reader.hpp"
#include "counts/parts.hpp"

namespace polyglot::counts {
namespace {

/// Adds up the rows of one position.
class RowSum {
 public:
  /// The inputs of the rows are numbered in the order of all inputs. The result has the order of the inputs,
  /// and rows of one input have that of their file. Error: a sum is too large.
  [[nodiscard]] Result<void> add_up(std::vector<Row>& rows);

 private:
  std::vector<Row> sorted_;
  std::vector<std::uint64_t> order_;  ///< input, and number of the row
  std::vector<std::size_t> moves_;    ///< numbers of sorted rows, by move and group
  std::vector<char> is_added_;
};

Result<void> RowSum::add_up(std::vector<Row>& rows) {
  order_.clear();
  for (const Row& row : rows) order_.push_back(std::uint64_t{row.input} << 32 | order_.size());
  std::ranges::sort(order_);
  sorted_.clear();
  moves_.clear();
  for (const std::uint64_t of_row : order_) {
    moves_.push_back(sorted_.size());
    sorted_.push_back(rows[of_row & 0xffffffff]);
  }
  std::ranges::sort(moves_, [this](std::size_t a, std::size_t b) {
    return std::tie(sorted_[a].move, sorted_[a].group, a) < std::tie(sorted_[b].move, sorted_[b].group, b);
  });
  is_added_.assign(sorted_.size(), 0);
  std::size_t first = 0;
  for (std::size_t i = 1; i < moves_.size(); ++i) {
    Row& sum = sorted_[moves_[first]];
    const Row& row = sorted_[moves_[i]];
    if (row.move != sum.move || row.group != sum.group) {
      first = i;
      continue;
    }
    if (auto added = sum.totals.add(row.totals); !added) return added;
    is_added_[moves_[i]] = 1;
  }
  rows.clear();
  for (std::size_t i = 0; i < sorted_.size(); ++i)
    if (is_added_[i] == 0) rows.push_back(sorted_[i]);
  return {};
}

/// The next positions of several files, sorted by key and file.
class NextKeys {
 public:
  [[nodiscard]] bool is_empty() const noexcept { return keys_.empty(); }
  [[nodiscard]] std::span<const NextPosition> all() const noexcept { return keys_; }
  [[nodiscard]] const NextPosition& front() const noexcept { return keys_.front(); }
  /// Whether the next position is in another file, too.
  [[nodiscard]] bool is_shared() const noexcept { return keys_.size() > 1 && keys_[1].key == front().key; }
  void drop(std::size_t count) noexcept { keys_ = keys_.subspan(count); }

  /// Begins a new list; is_empty() must be true.
  void clear() noexcept { lists_.clear(); }
  /// Adds the ascending keys of a file with a higher number than in the last call, which sort() will read.
  void add(std::span<const std::uint64_t> keys, const BucketSource* source) {
    if (!keys.empty()) lists_.push_back({keys, source});
  }
  /// Sorts what has been added.
  void sort();

 private:
  struct List {
    std::span<const std::uint64_t> keys;
    const BucketSource* source;
  };

  std::vector<List> lists_;
  KeySorter<NextPosition> sorter_;
  std::span<const NextPosition> keys_;  ///< of the sorter, those that were not dropped
};

void NextKeys::sort() {
  std::size_t size = 0;
  std::uint64_t lowest = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t highest = 0;
  for (const List& list : lists_) {
    size += list.keys.size();
    lowest = std::min(lowest, list.keys.front());
    highest = std::max(highest, list.keys.back());
  }
  sorter_.sort(size, lowest, highest, [this](const auto& take) {
    for (const List& list : lists_)
      for (const std::uint64_t key : list.keys) take({key, list.source});
  });
  keys_ = sorter_.sorted();
}

}  // namespace

struct CountsSum::State {
  std::vector<CountsFile> files;
  Joined joined;
};

CountsSum::CountsSum(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
CountsSum::CountsSum(CountsSum&&) noexcept = default;
CountsSum& CountsSum::operator=(CountsSum&&) noexcept = default;
CountsSum::~CountsSum() = default;

Result<CountsSum> CountsSum::open(const std::vector<std::string>& paths) {
  os::allow_open_files(paths.size());
  std::vector<CountsFile> files;
  for (const std::string& path : paths) {
    auto file = CountsFile::open(path);
    if (!file) return file.error();
    files.push_back(std::move(*file));
  }
  auto joined = join_headers(files);
  if (!joined) return joined.error();
  return CountsSum(std::make_unique<State>(State{std::move(files), std::move(*joined)}));
}

const Header& CountsSum::header() const noexcept {
  return state_->joined.header;
}

/// Merges the positions of all files.
class CountsSum::Reader : public PositionReader {
 public:
  explicit Reader(const CountsSum::State& sum) : sum_(sum) {
    for (std::size_t file = 0; file < sum.files.size(); ++file) {
      readers_.push_back(sum.files[file].reader());
      sources_.push_back({&readers_.back()->bucket(), sum.joined.number[file]});
    }
  }

  [[nodiscard]] Result<std::optional<PositionRows>> next() override;
  /// Adds the next positions to a file; false at the end.
  [[nodiscard]] Result<bool> pass_on(CountsWriter& writer);

 private:
  /// Finds the next positions, up to the end of the bucket that ends first; false at the end of all files.
  [[nodiscard]] Result<bool> has_next() { return keys_.is_empty() ? find_next() : Result<bool>(true); }
  [[nodiscard]] Result<bool> find_next();
  /// Takes the rows that one file has of the next position.
  void take();
  /// Takes the rows that all files have of the next position.
  [[nodiscard]] Result<void> take_all();

  const CountsSum::State& sum_;
  std::vector<std::unique_ptr<CountsFile::Reader>> readers_;
  std::vector<BucketSource> sources_;  ///< of their buckets
  NextKeys keys_;
  std::vector<Row> taken_;  ///< of one file
  std::vector<Row> rows_;
  RowSum row_sum_;
};

Result<bool> CountsSum::Reader::find_next() {
  std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  bool has_more = false;
  for (auto& reader : readers_) {
    const auto more = reader->has_next();
    if (!more) return more.error();
    if (!*more) continue;
    last = std::min(last, reader->bucket().keys().back());
    has_more = true;
  }
  keys_.clear();
  for (std::size_t file = 0; file < readers_.size(); ++file) {
    const std::span keys = readers_[file]->bucket().next_keys();
    const auto end = std::ranges::upper_bound(keys, last);
    keys_.add(keys.first(static_cast<std::size_t>(end - keys.begin())), &sources_[file]);
  }
  keys_.sort();
  return has_more;
}

void CountsSum::Reader::take() {
  const auto file = static_cast<std::size_t>(keys_.front().source - sources_.data());
  (void)readers_[file]->bucket().next(taken_);
  for (const Row& row : taken_) {
    rows_.push_back(row);
    rows_.back().input = sum_.joined.number[file][row.input];
  }
  keys_.drop(1);
}

Result<void> CountsSum::Reader::take_all() {
  rows_.clear();
  // Rows of one file alone are in order.
  if (!keys_.is_shared()) {
    take();
    return {};
  }
  for (const std::uint64_t key = keys_.front().key; !keys_.is_empty() && keys_.front().key == key;) take();
  return row_sum_.add_up(rows_);
}

Result<std::optional<PositionRows>> CountsSum::Reader::next() {
  const auto more = has_next();
  if (!more) return more.error();
  if (!*more) return std::optional<PositionRows>();
  const std::uint64_t key = keys_.front().key;
  if (auto taken = take_all(); !taken) return taken.error();
  return std::optional(PositionRows{.key = key, .rows = rows_});
}

Result<bool> CountsSum::Reader::pass_on(CountsWriter& writer) {
  if (auto more = has_next(); !more || !*more) return more;
  // All positions that have been found are of one partition.
  const auto packer = writer.packer_of(keys_.front().key);
  if (!packer) return packer.error();
  while (!keys_.is_empty()) {
    if (!keys_.is_shared()) {
      keys_.drop((*packer)->copy(keys_.all()));
      continue;
    }
    const std::uint64_t key = keys_.front().key;
    if (auto taken = take_all(); !taken) return taken.error();
    (*packer)->add(key, rows_);
  }
  return true;
}

std::unique_ptr<PositionReader> CountsSum::read() const {
  return std::make_unique<Reader>(*state_);
}

Result<Header> write_sum(const CountsSum& sum, const std::string& output, const std::atomic<bool>& stop) {
  auto writer = CountsWriter::create(output, sum.header());
  if (!writer) return writer.error();
  CountsSum::Reader reader(*sum.state_);
  for (;;) {
    const auto passed = reader.pass_on(*writer);
    if (!passed) return passed.error();
    if (!*passed) break;
    if (stop) return Error{"interrupted"};
  }
  return writer->commit();
}

}  // namespace polyglot::counts
