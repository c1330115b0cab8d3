// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <limits>
#include <queue>
#include <span>
#include <tuple>
#include <utility>

#include <polyglot/counts/counts_sum.hpp>
#include <polyglot/counts/counts_writer.hpp>
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
    if (row.game.is_better_than(sum.game)) sum.game = row.game;
    is_added_[moves_[i]] = 1;
  }
  rows.clear();
  for (std::size_t i = 0; i < sorted_.size(); ++i)
    if (is_added_[i] == 0) rows.push_back(sorted_[i]);
  return {};
}

/// The lowest of the next keys of all files: a tree of matches, in which the lower key wins.
class LowestKey {
 public:
  explicit LowestKey(std::size_t files) : leaves_(std::bit_ceil(std::max<std::size_t>(files, 1))) {
    tree_.resize(2 * leaves_);
  }

  [[nodiscard]] bool is_empty() const noexcept { return tree_[1].file == kNone; }
  [[nodiscard]] std::uint64_t key() const noexcept { return tree_[1].key; }
  /// The first file that has it.
  [[nodiscard]] std::size_t file() const noexcept { return static_cast<std::size_t>(tree_[1].file); }
  /// Whether other files have it, too. One of them has lost to the first one itself.
  [[nodiscard]] bool is_shared() const noexcept {
    for (std::size_t node = leaves_ + file(); node > 1; node /= 2)
      if (tree_[node ^ 1].key == key() && tree_[node ^ 1].file != kNone) return true;
    return false;
  }
  void set(std::size_t file, std::uint64_t key) noexcept { play(leaves_ + file, {.key = key, .file = file}); }
  void remove(std::size_t file) noexcept { play(leaves_ + file, {}); }

 private:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
  struct Match {
    std::uint64_t key = kNone;
    std::uint64_t file = kNone;
  };

  void play(std::size_t node, Match winner) noexcept {
    tree_[node] = winner;
    for (; node > 1; tree_[node /= 2] = winner) {
      const Match& other = tree_[node ^ 1];
      // Keys are random: a jump would often be guessed wrong.
      const bool wins =
          static_cast<bool>(unsigned{other.key < winner.key} |
                            (unsigned{other.key == winner.key} & unsigned{other.file < winner.file}));
      const std::uint64_t mask = 0 - std::uint64_t{wins};
      winner.key ^= (winner.key ^ other.key) & mask;
      winner.file ^= (winner.file ^ other.file) & mask;
    }
  }

  std::size_t leaves_;
  std::vector<Match> tree_;  ///< 1 is the root; node n has 2 * n and 2 * n + 1
};

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
      : sum_(sum), keeps_games_(sum.joined.header.keeps_games), keys_(sum.files.size()) {
    for (const CountsFile& file : sum.files) readers_.push_back(file.reader(partitions));
  }

  [[nodiscard]] Result<std::optional<PositionRows>> next() override;
  /// Adds the next position to a file; false at the end.
  [[nodiscard]] Result<bool> pass_on(CountsWriter& writer);

 private:
  [[nodiscard]] Result<void> start();
  /// Notes the next position of a file.
  [[nodiscard]] Result<void> advance(std::size_t file);
  /// Puts other numbers in place of those of the inputs.
  void rename(Row& row, const std::vector<std::uint32_t>& numbers) const noexcept {
    row.input = numbers[row.input];
    if (keeps_games_) row.game.input = numbers[row.game.input];
  }
  /// Takes the rows of the next position of a file.
  [[nodiscard]] Result<void> take(std::size_t file, const std::vector<std::uint32_t>& numbers);
  /// Takes the rows of the lowest key.
  [[nodiscard]] Result<void> take_all();

  const CountsSum::State& sum_;
  bool keeps_games_;
  bool has_started_ = false;
  std::vector<std::unique_ptr<CountsFile::Reader>> readers_;
  LowestKey keys_;          ///< of the next positions
  std::vector<Row> taken_;  ///< of one file
  std::vector<Row> rows_;
  RowSum row_sum_;
};

Result<void> CountsSum::Reader::advance(std::size_t file) {
  BucketReader& bucket = readers_[file]->bucket();
  if (!bucket.has_next())
    if (const auto more = readers_[file]->has_next(); !more) return more.error();
  if (bucket.has_next())
    keys_.set(file, bucket.next_key());
  else
    keys_.remove(file);
  return {};
}

Result<void> CountsSum::Reader::start() {
  if (std::exchange(has_started_, true)) return {};
  for (std::size_t file = 0; file < readers_.size(); ++file)
    if (auto advanced = advance(file); !advanced) return advanced;
  return {};
}

Result<void> CountsSum::Reader::take(std::size_t file, const std::vector<std::uint32_t>& numbers) {
  (void)readers_[file]->bucket().next(taken_);
  for (const Row& row : taken_) rename(rows_.emplace_back(row), numbers);
  return advance(file);
}

Result<void> CountsSum::Reader::take_all() {
  const Joined& joined = sum_.joined;
  rows_.clear();
  // Rows of one file alone are in order.
  if (!keys_.is_shared()) return take(keys_.file(), joined.number_in[keys_.file()]);
  const std::uint64_t key = keys_.key();
  while (!keys_.is_empty() && keys_.key() == key)
    if (auto taken = take(keys_.file(), joined.order[keys_.file()]); !taken) return taken;
  if (auto added = row_sum_.add_up(rows_); !added) return added;
  for (Row& row : rows_) rename(row, joined.number);
  return {};
}

Result<std::optional<PositionRows>> CountsSum::Reader::next() {
  if (auto started = start(); !started) return started.error();
  if (keys_.is_empty()) return std::optional<PositionRows>();
  const std::uint64_t key = keys_.key();
  if (auto taken = take_all(); !taken) return taken.error();
  return std::optional(PositionRows{.key = key, .rows = rows_});
}

Result<bool> CountsSum::Reader::pass_on(CountsWriter& writer) {
  if (auto started = start(); !started) return started.error();
  if (keys_.is_empty()) return false;
  if (!keys_.is_shared()) {
    const std::size_t file = keys_.file();
    const auto copied = writer.copy(readers_[file]->bucket(), sum_.joined.number_in[file]);
    if (!copied) return copied.error();
    if (*copied) {
      if (auto advanced = advance(file); !advanced) return advanced.error();
      return true;
    }
  }
  const std::uint64_t key = keys_.key();
  if (auto taken = take_all(); !taken) return taken.error();
  if (auto added = writer.add(key, rows_); !added) return added.error();
  return true;
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
  CountsSum::Reader reader(*sum.state_, sum.header().ranges);
  for (;;) {
    const auto passed = reader.pass_on(*writer);
    if (!passed) return passed.error();
    if (!*passed) break;
    if (stop) return Error{"interrupted"};
  }
  const auto add_game = [&](const ShownGame& game) {
    return stop ? Result<void>(Error{"interrupted"}) : writer->add(game);
  };
  if (auto added = sum.read_games(sum.header().ranges, add_game); !added) return added.error();
  return writer->commit();
}

}  // namespace polyglot::counts
