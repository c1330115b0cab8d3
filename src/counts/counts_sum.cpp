// SPDX-License-Identifier: MIT
#include <algorithm>
#include <queue>
#include <span>
#include <tuple>
#include <utility>

#include <polyglot/counts/counts_sum.hpp>
#include <polyglot/counts/counts_writer.hpp>
#include <polyglot/os/open_files.hpp>

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
    if (row.game.is_better_than(sum.game)) sum.game = row.game;
    is_added_[moves_[i]] = 1;
  }
  rows.clear();
  for (std::size_t i = 0; i < sorted_.size(); ++i)
    if (is_added_[i] == 0) rows.push_back(sorted_[i]);
  return {};
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

Result<CountsSum> CountsSum::open(const std::vector<std::string>& paths, std::optional<Ranges> wanted) {
  os::allow_open_files(paths.size());
  std::vector<CountsFile> files;
  for (const std::string& path : paths) {
    auto file = CountsFile::open(path);
    if (!file) return file.error();
    files.push_back(std::move(*file));
  }
  auto joined = join_headers(files, wanted);
  if (!joined) return joined.error();
  return CountsSum(std::make_unique<State>(State{std::move(files), std::move(*joined)}));
}

const Header& CountsSum::header() const noexcept {
  return state_->joined.header;
}

Result<void> CountsSum::check_is_complete(std::optional<Ranges> wanted) const {
  for (const Input& input : header().inputs) {
    if (input.is_whole()) continue;
    return Error{"not all shards of " + input.name + " are there: only " + input.title() +
                 " and perhaps others; give the parts of all " + std::to_string(input.shards)};
  }
  const Ranges& held = header().ranges;
  if (header().has_all_ranges() || (wanted && held.first <= wanted->first && wanted->end <= held.end))
    return {};
  const std::uint32_t missing = held.first > 0 ? 0 : held.end;
  return Error{"no file has partition " + std::to_string(missing) + " of " +
               std::to_string(header().partitions) + ": give the parts of all ranges"};
}

/// Merges the positions of all files.
class CountsSum::Reader : public PositionReader {
 public:
  Reader(const CountsSum::State& sum, Ranges partitions)
      : sum_(sum), keeps_games_(sum.joined.header.keeps_games), rows_of_(sum.files.size()) {
    for (const CountsFile& file : sum.files) {
      taken_.push_back(readers_.size());
      readers_.push_back(file.read(partitions));
    }
  }

  [[nodiscard]] Result<std::optional<PositionRows>> next() override;

 private:
  /// The next position of a file.
  struct Next {
    std::uint64_t key;
    std::size_t file;
    /// For a heap, whose first element is the greatest.
    bool operator<(const Next& other) const noexcept {
      return key != other.key ? key > other.key : file > other.file;
    }
  };

  /// Reads on in the file of the last position.
  [[nodiscard]] Result<void> advance(std::size_t file) {
    const auto position = readers_[file]->next();
    if (!position) return position.error();
    if (!*position) return {};
    rows_of_[file] = (*position)->rows;
    next_.push_back({(*position)->key, file});
    std::push_heap(next_.begin(), next_.end());
    return {};
  }
  /// Puts other numbers in place of those of the inputs.
  void rename(Row& row, const std::vector<std::uint32_t>& numbers) const noexcept {
    row.input = numbers[row.input];
    if (keeps_games_) row.game.input = numbers[row.game.input];
  }
  /// Whether only one file has the next position. In a heap one of the first three has the second key.
  [[nodiscard]] bool is_alone() const noexcept {
    const auto is_same = [this](std::size_t at) {
      return at < next_.size() && next_[at].key == next_[0].key;
    };
    return !is_same(1) && !is_same(2);
  }
  /// Takes the rows of the next file.
  void take(const std::vector<std::vector<std::uint32_t>>& numbers) {
    const std::size_t file = next_.front().file;
    std::pop_heap(next_.begin(), next_.end());
    next_.pop_back();
    taken_.push_back(file);
    for (const Row& row : rows_of_[file]) rename(rows_.emplace_back(row), numbers[file]);
  }

  const CountsSum::State& sum_;
  bool keeps_games_;
  std::vector<std::unique_ptr<PositionReader>> readers_;
  std::vector<std::span<const Row>> rows_of_;  ///< the next rows of each file
  std::vector<Next> next_;                     ///< a heap
  std::vector<std::size_t> taken_;             ///< files whose next rows have been used, or not been read
  std::vector<Row> rows_;
  RowSum row_sum_;
};

Result<std::optional<PositionRows>> CountsSum::Reader::next() {
  for (const std::size_t file : taken_)
    if (auto advanced = advance(file); !advanced) return advanced.error();
  taken_.clear();
  if (next_.empty()) return std::optional<PositionRows>();
  const std::uint64_t key = next_.front().key;
  rows_.clear();
  const Joined& joined = sum_.joined;
  // Rows of one file alone are in order.
  if (is_alone()) {
    take(joined.number_in);
    return std::optional(PositionRows{.key = key, .rows = rows_});
  }
  while (!next_.empty() && next_.front().key == key) take(joined.order);
  if (auto added = row_sum_.add_up(rows_); !added) return added.error();
  for (Row& row : rows_) rename(row, joined.number);
  return std::optional(PositionRows{.key = key, .rows = rows_});
}

std::unique_ptr<PositionReader> CountsSum::read(Ranges partitions) const {
  return std::make_unique<Reader>(*state_, partitions);
}

Result<void> CountsSum::read_games(Ranges partitions,
                                   const std::function<Result<void>(const ShownGame&)>& take) const {
  struct Next {
    std::uint32_t share;
    ShownGame game;
    std::size_t file;
    /// Of the queue, whose top is the greatest.
    bool operator<(const Next& other) const noexcept {
      return std::tie(share, game.place) > std::tie(other.share, other.game.place);
    }
  };
  const Joined& joined = state_->joined;
  std::vector<CountsFile::GameCursor> cursors;
  std::priority_queue<Next> next;
  const auto advance = [&](std::size_t file) -> Result<void> {
    auto game = cursors[file].next();
    if (!game) return game.error();
    if (!*game) return {};
    GamePlace& place = (*game)->place;
    place.input = joined.order[file][place.input];
    next.push({share_of_game(place.offset, joined.header.partitions), *std::move(*game), file});
    return {};
  };
  for (const CountsFile& file : state_->files) {
    cursors.push_back(file.read_games(partitions));
    if (auto advanced = advance(cursors.size() - 1); !advanced) return advanced;
  }
  while (!next.empty()) {
    Next top = next.top();
    next.pop();
    top.game.place.input = joined.number[top.game.place.input];
    if (auto taken = take(top.game); !taken) return taken;
    if (auto advanced = advance(top.file); !advanced) return advanced;
  }
  return {};
}

Result<Ranges> range_of(std::uint64_t number, std::uint64_t of, std::uint32_t partitions) {
  if (!is_partitions(of) || of > partitions)
    return Error{"the partitions can be shared out to 1, 2, 4 ... " + std::to_string(partitions) +
                 " ranges, not to " + std::to_string(of)};
  if (number < 1 || number > of) return Error{"ranges are numbered from 1 to " + std::to_string(of)};
  const std::uint64_t size = partitions / of;
  return Ranges{static_cast<std::uint32_t>((number - 1) * size), static_cast<std::uint32_t>(number * size)};
}

Result<Header> write_sum(const CountsSum& sum, const std::string& output, const std::atomic<bool>& stop) {
  auto writer = CountsWriter::create(output, sum.header());
  if (!writer) return writer.error();
  const auto reader = sum.read(sum.header().ranges);
  for (;;) {
    const auto position = reader->next();
    if (!position) return position.error();
    if (!*position) break;
    if (stop) return Error{"interrupted"};
    if (auto added = writer->add((*position)->key, (*position)->rows); !added) return added.error();
  }
  const auto add_game = [&](const ShownGame& game) {
    return stop ? Result<void>(Error{"interrupted"}) : writer->add(game);
  };
  if (auto added = sum.read_games(sum.header().ranges, add_game); !added) return added.error();
  return writer->commit();
}

}  // namespace polyglot::counts
