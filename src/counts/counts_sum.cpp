// SPDX-License-Identifier: MIT
#include <algorithm>
#include <queue>
#include <span>
#include <tuple>
#include <utility>

#include <polyglot/counts/counts_sum.hpp>
#include <polyglot/counts/counts_writer.hpp>

#include "counts/parts.hpp"

namespace polyglot::counts {
namespace {

/// Adds up the rows of one position. Their inputs are numbered in the order of all inputs. The result has
/// the order of the inputs, and rows of one input have that of their file.
Result<void> add_up(std::vector<Row>& rows) {
  std::ranges::stable_sort(rows, {}, &Row::input);
  std::vector<std::size_t> numbers(rows.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
  std::ranges::sort(numbers, [&](std::size_t a, std::size_t b) {
    return std::tie(rows[a].move, rows[a].group, a) < std::tie(rows[b].move, rows[b].group, b);
  });
  std::vector<bool> is_added(rows.size());
  std::size_t first = 0;
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    Row& sum = rows[numbers[first]];
    const Row& row = rows[numbers[i]];
    if (row.move != sum.move || row.group != sum.group) {
      first = i;
      continue;
    }
    if (auto added = sum.totals.add(row.totals); !added) return added;
    if (row.game.is_better_than(sum.game)) sum.game = row.game;
    is_added[numbers[i]] = true;
  }
  std::size_t at = 0;
  std::erase_if(rows, [&](const Row&) { return is_added[at++]; });
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

struct CountsSum::Cursor::State {
  struct Next {
    std::uint64_t key;
    std::size_t file;
    /// For the queue, whose top is the greatest element.
    bool operator<(const Next& other) const noexcept {
      return key != other.key ? key > other.key : file > other.file;
    }
  };

  const CountsSum::State& sum;
  bool keeps_games = sum.joined.header.keeps_games;
  std::vector<CountsFile::Cursor> cursors = {};
  std::vector<std::span<const Row>> rows_of = {};  ///< the next rows of each file
  std::priority_queue<Next> next = {};
  std::vector<std::size_t> taken = {};  ///< files whose rows are in `rows`
  std::vector<Row> rows = {};
  bool has_begun = false;

  [[nodiscard]] Result<void> advance(std::size_t file) {
    const auto position = cursors[file].next();
    if (!position) return position.error();
    if (!*position) return {};
    rows_of[file] = (*position)->rows;
    next.push({(*position)->key, file});
    return {};
  }
  [[nodiscard]] Result<void> begin() {
    has_begun = true;
    for (std::size_t file = 0; file < cursors.size(); ++file)
      if (auto advanced = advance(file); !advanced) return advanced;
    return {};
  }
  /// Puts other numbers in place of those of the inputs.
  void rename(Row& row, const std::vector<std::uint32_t>& numbers) const noexcept {
    row.input = numbers[row.input];
    if (keeps_games) row.game.input = numbers[row.game.input];
  }
  /// Takes the rows of the next file.
  void take() {
    const std::size_t file = next.top().file;
    next.pop();
    taken.push_back(file);
    const std::vector<std::uint32_t>& order = sum.joined.order[file];
    for (const Row& row : rows_of[file]) rename(rows.emplace_back(row), order);
  }
};

CountsSum::Cursor::Cursor(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
CountsSum::Cursor::Cursor(Cursor&&) noexcept = default;
CountsSum::Cursor& CountsSum::Cursor::operator=(Cursor&&) noexcept = default;
CountsSum::Cursor::~Cursor() = default;

Result<std::optional<PositionRows>> CountsSum::Cursor::next() {
  State& state = *state_;
  if (!state.has_begun)
    if (auto begun = state.begin(); !begun) return begun.error();
  for (const std::size_t file : std::exchange(state.taken, {}))
    if (auto advanced = state.advance(file); !advanced) return advanced.error();
  if (state.next.empty()) return std::optional<PositionRows>();
  const std::uint64_t key = state.next.top().key;
  state.rows.clear();
  while (!state.next.empty() && state.next.top().key == key) state.take();
  if (state.taken.size() > 1)
    if (auto added = add_up(state.rows); !added) return added.error();
  for (Row& row : state.rows) state.rename(row, state.sum.joined.number);
  return std::optional(PositionRows{.key = key, .rows = state.rows});
}

CountsSum::Cursor CountsSum::read(Ranges partitions) const {
  auto state = std::make_unique<Cursor::State>(Cursor::State{.sum = *state_});
  for (const CountsFile& file : state_->files) state->cursors.push_back(file.read(partitions));
  state->rows_of.resize(state->cursors.size());
  return Cursor(std::move(state));
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
  auto cursor = sum.read(sum.header().ranges);
  for (;;) {
    const auto position = cursor.next();
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
