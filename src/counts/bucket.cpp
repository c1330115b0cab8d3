// SPDX-License-Identifier: MIT
#include "counts/bucket.hpp"
#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include <polyglot/counts/counts_writer.hpp>

#include "counts/bits.hpp"
#include "counts/column_code.hpp"
#include "counts/columns.hpp"

namespace polyglot::counts {
namespace {

/// Bytes before the bits.
constexpr std::size_t kHeadSize = 17;

/// For Rice codes of keys: the number of low bits that are written unchanged.
unsigned low_bits_of(std::span<const std::uint64_t> keys) noexcept {
  if (keys.size() < 2) return 0;
  const std::uint64_t mean = (keys.back() - keys.front()) / (keys.size() - 1);
  return mean == 0 ? 0 : static_cast<unsigned>(std::bit_width(mean)) - 1;
}

// The positions of a bucket. For example, three positions have the keys 0x10, 0x13 and 0x1d, and 1, 3 and 1
// rows, and two low bits are written unchanged:
//   ends         1 4 5
//   row counts   0 110 0     minus one, in unary
//   distances    3 10
//   high parts   0 110       0 and 2, in unary
//   low parts    11 10

/// Writes how many rows each position has. `ends`: for each position, the number of the row after its last
/// one.
void put_row_counts(std::span<const std::uint32_t> ends, BitWriter& out) {
  out.reserve(ends.back());
  BitWriter bits = out;
  std::uint32_t end = 0;
  bits.put_unary_each(ends, [&end](std::uint32_t next) { return next - std::exchange(end, next) - 1; });
  out = bits;
}

/// Writes the distances of keys as Rice codes. `distances`: room for as many numbers as there are keys.
void put_keys(std::span<const std::uint64_t> keys, unsigned low, std::span<std::uint64_t> distances,
              BitWriter& out) {
  for (std::size_t i = 1; i < keys.size(); ++i) distances[i - 1] = keys[i] - keys[i - 1];
  const std::span<const std::uint64_t> written = distances.first(keys.size() - 1);
  // On average, the high part of a distance takes at most three bits.
  out.reserve(keys.size() * (low + 3));
  BitWriter bits = out;
  bits.put_unary_each(written, [low](std::uint64_t distance) { return distance >> low; });
  if (low > 0) bits.put_each(written, low, [low](std::uint64_t distance) { return low_bits(distance, low); });
  out = bits;
}

/// Replaces days by the numbers of their column: 0 for no day, otherwise days from `first`, counted from 1.
void count_days_from(std::uint32_t first, std::span<std::uint64_t> days) noexcept {
  for (std::uint64_t& day : days) day = day == 0 ? 0 : day - first + 1;
}

/// Whether the next position of the list has the same key.
bool is_shared(std::span<const NextPosition> positions, std::size_t at) noexcept {
  return at + 1 < positions.size() && positions[at + 1].key == positions[at].key;
}

}  // namespace

struct BucketReader::State {
  std::uint32_t first_day = 0;
  std::vector<std::uint64_t> keys = {};
  std::vector<std::uint32_t> ends = {};
  std::vector<Origin> origins = {};
  std::vector<Single> singles = {};
  std::vector<std::size_t> others = {};  ///< numbers of the rows that are no singles; last, that of all rows
  std::array<UnpackedColumn, kColumns> columns = {};
  /// A row, and how many of those before it are no singles.
  struct Place {
    std::size_t row = 0;
    std::size_t other = 0;

    [[nodiscard]] std::size_t single() const noexcept { return row - other; }
  };
  std::size_t position = 0;  ///< number of the next position
  Place place;               ///< the first row of the next position

  [[nodiscard]] std::uint64_t number(Column column, std::size_t at) const noexcept {
    return columns[static_cast<std::size_t>(column)][at];
  }
  [[nodiscard]] bool is_single(const Place& at) const noexcept { return others[at.other] != at.row; }
  [[nodiscard]] bool take_row_counts(BitReader& in);
  [[nodiscard]] bool take_keys(BitReader& in, std::uint64_t first_key, unsigned low);
  [[nodiscard]] bool take_columns(BitReader& bits);
  [[nodiscard]] bool find_others();
  /// Sets the row at a place, and goes on to the next one. False: it is impossible.
  [[nodiscard]] bool take(Place& at, Row& out) const noexcept;
  [[nodiscard]] bool set_other(std::size_t other, Row& out) const noexcept;
};

struct BucketPacker::State {
  std::size_t positions = 0;
  std::size_t rows = 0;
  std::size_t others = 0;             ///< rows that are no singles
  std::size_t singles_of_others = 0;  ///< singles before the last of them
  // The vectors may be longer than the counts above.
  std::vector<std::uint64_t> keys = {};
  std::vector<std::uint32_t> ends = {};  ///< for each position, the number of the row after its last one
  std::vector<Origin> origins = {};
  std::vector<Single> singles = {};
  std::vector<std::uint64_t> distances = {};  ///< of keys, while these are packed
  /// Days are not yet counted from the first one.
  std::array<std::vector<std::uint64_t>, kColumns> columns = {};

  [[nodiscard]] std::uint64_t& number(Column column, std::size_t at) noexcept {
    return columns[static_cast<std::size_t>(column)][at];
  }
  void make_room(std::size_t more) {
    if (origins.size() < rows + more) grow(more);
  }
  [[gnu::noinline]] void grow(std::size_t more) {
    const std::size_t size = std::max(2 * origins.size(), rows + more + kRowsOfBucket);
    for (auto* const numbers : {&keys, &origins, &singles, &distances}) numbers->resize(size);
    for (auto& column : columns) column.resize(size);
    ends.resize(size);
  }
  void end_position(std::uint64_t key) {
    keys[positions] = key;
    ends[positions++] = static_cast<std::uint32_t>(rows);
  }
  void add(const Row& row);
  void add_other(const Row& row);
  void begin_other(std::size_t row) {
    number(Column::singles, others) = row - others - singles_of_others;
    singles_of_others = row - others;
  }
  void copy_other(std::size_t row, const BucketReader::State& from, std::size_t other);
  void copy(BucketReader::State& from, std::span<const std::uint32_t> inputs);
  /// Copies the positions at the beginning that have one row each, a single. Returns their number.
  std::size_t copy_singles(std::span<const NextPosition> next);
  [[nodiscard]] std::uint32_t first_day() const;
};

void BucketPacker::State::add(const Row& row) {
  origins[rows] = origin_of(row.input, row.group);
  if (const auto single = single_of(row.move, row.totals))
    singles[rows - others] = *single;
  else
    add_other(row);
  ++rows;
}

void BucketPacker::State::add_other(const Row& row) {
  const Totals& totals = row.totals;
  const std::uint32_t day = compact_date(totals.first_date);
  begin_other(rows);
  number(Column::move, others) = row.move;
  number(Column::rating, others) = totals.rating_sum - kUsualRating * totals.rated;
  number(Column::opponent, others) = totals.opponent_sum - totals.rating_sum;
  number(Column::date, others) = day;
  number(Column::games, others) = totals.games - 1;
  number(Column::wins, others) = totals.wins;
  number(Column::draws, others) = totals.draws;
  number(Column::no_result, others) = totals.games - totals.wins - totals.draws - totals.losses;
  number(Column::unrated, others) = totals.games - totals.rated;
  number(Column::days, others) = compact_date(totals.last_date) - day;
  ++others;
}

BucketPacker::BucketPacker() : state_(std::make_unique<State>()) {}
BucketPacker::BucketPacker(BucketPacker&&) noexcept = default;
BucketPacker& BucketPacker::operator=(BucketPacker&&) noexcept = default;
BucketPacker::~BucketPacker() = default;

void BucketPacker::add(std::uint64_t key, std::span<const Row> rows) {
  State& state = *state_;
  state.make_room(rows.size());
  for (const Row& row : rows) state.add(row);
  state.end_position(key);
}

bool BucketPacker::add(std::uint64_t key, const GameRow& row) {
  const auto single = single_of(row);
  if (!single) return false;
  State& state = *state_;
  state.make_room(1);
  state.origins[state.rows] = origin_of(row.input, row.group);
  state.singles[state.rows - state.others] = *single;
  ++state.rows;
  state.end_position(key);
  return true;
}

std::span<const Origin> BucketPacker::origins() const noexcept {
  return std::span(state_->origins).first(state_->rows);
}

/// 0 if no day is known.
std::uint32_t BucketPacker::State::first_day() const {
  std::uint64_t first = kEndOfDates;
  for (const std::uint64_t day : std::span(columns[static_cast<std::size_t>(Column::date)]).first(others))
    if (day != 0) first = std::min(first, day);
  return first == kEndOfDates ? 0 : static_cast<std::uint32_t>(first);
}

std::uint64_t BucketPacker::pack(std::string& out) {
  State& state = *state_;
  const std::span keys = std::span(state.keys).first(state.positions);
  const unsigned low = low_bits_of(keys);
  const std::uint32_t first_day = state.first_day();
  count_days_from(first_day,
                  std::span(state.columns[static_cast<std::size_t>(Column::date)]).first(state.others));
  put(out, static_cast<std::uint32_t>(state.positions));
  put(out, static_cast<std::uint32_t>(state.rows));
  put(out, static_cast<std::uint32_t>(state.others));
  put(out, first_day);
  put(out, static_cast<std::uint8_t>(low));
  BitWriter bits(out);
  put_row_counts(std::span(state.ends).first(state.positions), bits);
  put_keys(keys, low, state.distances, bits);
  put_origins(bits, std::span(state.origins).first(state.rows));
  put_singles(bits, std::span(state.singles).first(state.rows - state.others));
  for (std::size_t i = 0; i < kColumns; ++i)
    put_numbers(bits, std::span(state.columns[i]).first(state.others), is_signed(static_cast<Column>(i)));
  bits.finish();
  state.positions = state.rows = state.others = state.singles_of_others = 0;
  return state.keys.front();
}

bool BucketReader::State::take_row_counts(BitReader& in) {
  in.take_unary_each(std::span(ends));
  std::uint64_t end = 0;
  for (std::uint32_t& next : ends) {
    end += std::uint64_t{next} + 1;
    next = static_cast<std::uint32_t>(end);
  }
  return end == origins.size();
}

bool BucketReader::State::take_keys(BitReader& in, std::uint64_t first_key, unsigned low) {
  BitReader bits = in;
  // First the keys have the high parts of their distances.
  const std::span high_parts = std::span(keys).subspan(1);
  bits.take_unary_each(high_parts);
  std::uint64_t key = keys[0] = first_key;
  bool are_ascending = true;
  std::uint64_t* next = high_parts.data();
  bits.take_each(high_parts.size(), low, [&](std::uint64_t low_part) {
    const std::uint64_t before = key;
    key += *next << low | low_part;
    are_ascending &= before < key;
    *next++ = key;
  });
  in = bits;
  return are_ascending;
}

bool BucketReader::State::find_others() {
  std::size_t row = 0;
  for (std::size_t other = 0; other + 1 < others.size(); ++other, ++row) {
    const std::uint64_t singles_before = number(Column::singles, other);
    if (singles_before > origins.size() || row + singles_before >= origins.size()) return false;
    others[other] = row += singles_before;
  }
  others.back() = origins.size();
  return true;
}

bool BucketReader::State::take_columns(BitReader& bits) {
  for (std::size_t i = 0; i < kColumns; ++i) {
    const auto column = static_cast<Column>(i);
    if (!columns[i].take(bits, others.size() - 1, is_signed(column), most_bits_of(column))) return false;
  }
  return bits.is_at_end() && find_others();
}

bool BucketReader::State::set_other(std::size_t other, Row& out) const noexcept {
  const std::uint64_t date = number(Column::date, other);
  const std::uint64_t day = date == 0 ? 0 : date - 1 + first_day;
  const std::uint64_t last = day + number(Column::days, other);
  Totals& totals = out.totals;
  totals.games = number(Column::games, other) + 1;
  totals.wins = number(Column::wins, other);
  totals.draws = number(Column::draws, other);
  totals.losses = totals.games - totals.wins - totals.draws - number(Column::no_result, other);
  totals.rated = totals.games - number(Column::unrated, other);
  totals.rating_sum = number(Column::rating, other) + kUsualRating * totals.rated;
  totals.opponent_sum = number(Column::opponent, other) + totals.rating_sum;
  totals.first_date = full_date(day);
  totals.last_date = full_date(last);
  out.move = static_cast<std::uint16_t>(number(Column::move, other));
  return last < kEndOfDates && totals.makes_sense();
}

bool BucketReader::State::take(Place& at, Row& out) const noexcept {
  const bool is_single = this->is_single(at);
  out.input = input_of(origins[at.row]);
  out.group = group_of(origins[at.row]);
  if (is_single) {
    const Single single = singles[at.single()];
    out.move = move_of(single);
    out.totals = totals_of(single);
  } else if (!set_other(at.other, out)) {
    return false;
  }
  at.other += is_single ? 0 : 1;
  ++at.row;
  return true;
}

void BucketPacker::State::copy_other(std::size_t row, const BucketReader::State& from, std::size_t other) {
  begin_other(row);
  for (std::size_t i = static_cast<std::size_t>(Column::move); i < kColumns; ++i)
    columns[i][others] = from.columns[i][other];
  // The two buckets count days from different first days.
  std::uint64_t& day = number(Column::date, others);
  if (day != 0) day += from.first_day - 1;
  ++others;
}

void BucketPacker::State::copy(BucketReader::State& from, std::span<const std::uint32_t> inputs) {
  BucketReader::State::Place at = from.place;
  const std::size_t end = from.ends[from.position];
  make_room(end - at.row);
  for (; at.row < end; ++at.row) {
    const std::size_t row = rows++;
    const Origin origin = from.origins[at.row];
    const bool is_single = from.is_single(at);
    if (is_single) singles[row - others] = from.singles[at.single()];
    origins[row] = with_input(origin, inputs[input_of(origin)]);
    if (!is_single) copy_other(row, from, at.other++);
  }
  from.place = at;
  end_position(from.keys[from.position++]);
}

std::size_t BucketPacker::State::copy_singles(std::span<const NextPosition> next) {
  make_room(kRowsOfBucket);
  // Most positions of a sum are copied here. The compiler keeps these in registers, because no store can
  // change them.
  const std::size_t first_row = rows;
  const std::size_t most = std::min(next.size(), kRowsOfBucket - rows);
  std::uint64_t* const to_keys = keys.data() + positions;
  std::uint32_t* const to_ends = ends.data() + positions;
  Origin* const to_origins = origins.data() + rows;
  Single* const to_singles = singles.data() + (rows - others);
  std::size_t copied = 0;
  for (; copied < most && !is_shared(next, copied); ++copied) {
    const auto& [key, source] = next[copied];
    BucketReader::State& from = *source->reader->state_;
    const BucketReader::State::Place at = from.place;
    if (!from.is_single(at) || from.ends[from.position] != at.row + 1) break;
    const Origin origin = from.origins[at.row];
    to_keys[copied] = key;
    to_ends[copied] = static_cast<std::uint32_t>(first_row + copied + 1);
    to_origins[copied] = with_input(origin, source->inputs[input_of(origin)]);
    to_singles[copied] = from.singles[at.single()];
    ++from.place.row;
    ++from.position;
  }
  positions += copied;
  rows += copied;
  return copied;
}

std::size_t BucketPacker::copy(std::span<const NextPosition> positions) {
  State& state = *state_;
  std::size_t copied = 0;
  while (copied < positions.size() && state.rows < kRowsOfBucket) {
    if (const std::size_t singles = state.copy_singles(positions.subspan(copied)); singles > 0) {
      copied += singles;
      continue;
    }
    if (is_shared(positions, copied)) break;
    const BucketSource& source = *positions[copied++].source;
    state.copy(*source.reader->state_, source.inputs);
  }
  return copied;
}

BucketReader::BucketReader() : state_(std::make_unique<State>()) {}
BucketReader::BucketReader(BucketReader&&) noexcept = default;
BucketReader& BucketReader::operator=(BucketReader&&) noexcept = default;
BucketReader::~BucketReader() = default;

bool BucketReader::open(std::string_view bytes, std::uint64_t first_key) {
  State& state = *state_;
  if (bytes.size() < kHeadSize) return false;
  const auto positions = number_at<std::uint32_t>(bytes);
  const auto rows = number_at<std::uint32_t>(bytes, 4);
  const auto others = number_at<std::uint32_t>(bytes, 8);
  state.first_day = number_at<std::uint32_t>(bytes, 12);
  const auto low = number_at<std::uint8_t>(bytes, 16);
  // Each row takes at least one bit.
  if (low > 63 || positions == 0 || positions > rows || others > rows || rows > bytes.size() * 8)
    return false;
  state.keys.resize(positions);
  state.ends.resize(positions);
  state.origins.resize(rows);
  state.singles.resize(rows - others);
  state.others.resize(others + std::size_t{1});
  state.position = 0;
  state.place = {};
  BitReader bits(bytes.substr(kHeadSize));
  return state.take_row_counts(bits) && state.take_keys(bits, first_key, low) &&
         take_origins(bits, state.origins) && take_singles(bits, state.singles) && state.take_columns(bits);
}

std::span<const std::uint64_t> BucketReader::keys() const noexcept {
  return state_->keys;
}

std::span<const std::uint64_t> BucketReader::next_keys() const noexcept {
  return std::span(state_->keys).subspan(state_->position);
}

bool BucketReader::next(std::vector<Row>& rows) {
  State& state = *state_;
  rows.resize(state.ends[state.position++] - state.place.row);
  return std::ranges::all_of(rows, [&state](Row& row) { return state.take(state.place, row); });
}

bool BucketReader::has_next() const noexcept {
  return state_->position < state_->keys.size();
}

std::uint64_t BucketReader::next_key() const noexcept {
  return state_->keys[state_->position];
}

bool BucketReader::is_possible(std::size_t inputs) const noexcept {
  const State& state = *state_;
  if (std::ranges::any_of(state.origins, [inputs](Origin origin) { return input_of(origin) >= inputs; }))
    return false;
  Row row;
  for (std::size_t other = 0; other + 1 < state.others.size(); ++other) {
    State::Place place{.row = state.others[other], .other = other};
    if (!state.take(place, row)) return false;
  }
  return true;
}

bool BucketReader::go_to(std::uint64_t key) {
  State& state = *state_;
  const auto found = std::ranges::lower_bound(state.keys, key);
  if (found == state.keys.end() || *found != key) return false;
  state.position = static_cast<std::size_t>(found - state.keys.begin());
  state.place.row = state.position == 0 ? 0 : state.ends[state.position - 1];
  const auto others = std::ranges::lower_bound(state.others, state.place.row);
  state.place.other = static_cast<std::size_t>(others - state.others.begin());
  return true;
}

}  // namespace polyglot::counts
