// SPDX-License-Identifier: MIT
#include "counts/bucket.hpp"
#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "counts/bits.hpp"
#include "counts/column_code.hpp"
#include "counts/columns.hpp"

namespace polyglot::counts {
namespace {

// Bits of a byte.
constexpr std::uint8_t kSinglesAreRated = 1;
constexpr std::uint8_t kHasGames = 2;
/// The kinds that are read or written together.
constexpr std::size_t kKindsAtOnce = 28;
/// Bytes before the bits.
constexpr std::size_t kHeadSize = 14;

Kind kind_of(const Totals& totals, bool singles_are_rated) noexcept {
  const bool is_single = totals.games == 1 && totals.wins + totals.draws + totals.losses == 1 &&
                         totals.first_date == totals.last_date && (totals.rated == 1) == singles_are_rated;
  if (!is_single) return Kind::other;
  return totals.wins == 1 ? Kind::win : totals.draws == 1 ? Kind::draw : Kind::loss;
}

/// For Rice codes of keys: the number of low bits that are written unchanged.
unsigned low_bits_of(std::span<const std::uint64_t> keys) noexcept {
  if (keys.size() < 2) return 0;
  const std::uint64_t mean = (keys.back() - keys.front()) / (keys.size() - 1);
  return mean == 0 ? 0 : static_cast<unsigned>(std::bit_width(mean)) - 1;
}

void put_positions(std::span<const std::uint64_t> keys, std::span<const std::uint32_t> ends, unsigned low,
                   BitWriter& out) {
  // In unary, the bits above the low ones take at most two bits for each key.
  out.reserve(keys.size() * (low + 4) + ends.back());
  BitWriter bits = out;
  bits.put_unary(ends[0] - 1);
  for (std::size_t i = 1; i < keys.size(); ++i) {
    const std::uint64_t distance = keys[i] - keys[i - 1];
    const std::uint64_t high = distance >> low;
    const std::uint32_t more = ends[i] - ends[i - 1] - 1;
    // Most positions have one row: their zero is written with the bits before it.
    bits.put_unary_and_bits(high, low_bits(distance, low), low + (more == 0 ? 1 : 0));
    if (more > 0) bits.put_unary(more);
  }
  out = bits;
}

void put_kinds(std::span<const Kind> kinds, BitWriter& out) {
  out.reserve(2 * kinds.size());
  BitWriter bits = out;
  for (; !kinds.empty(); kinds = kinds.subspan(std::min(kinds.size(), kKindsAtOnce))) {
    const auto some = kinds.first(std::min(kinds.size(), kKindsAtOnce));
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < some.size(); ++i) all |= static_cast<std::uint64_t>(some[i]) << (2 * i);
    bits.put_bits(all, static_cast<unsigned>(2 * some.size()));
  }
  out = bits;
}

/// Replaces days by the numbers of their column: 0 for no day, otherwise days from `first`, counted from 1.
void count_days_from(std::uint32_t first, std::span<std::uint64_t> days) noexcept {
  for (std::uint64_t& day : days) day = day == 0 ? 0 : day - first + 1;
}

/// The number of a row in a bucket that is read, and the one that its copy has got in a packer.
struct Copy {
  std::uint32_t from;
  std::uint32_t to;
};

/// Copies numbers of a column, changed by a function.
template <class Change>
void copy_column(const UnpackedColumn& from, std::span<const Copy> copies, std::span<std::uint64_t> to,
                 Change change) {
  if (from.is_constant()) {
    const std::uint64_t number = change(from[0]);
    for (const Copy& copy : copies) to[copy.to] = number;
  } else {
    const std::span numbers = from.numbers();
    for (const Copy& copy : copies) to[copy.to] = change(numbers[copy.from]);
  }
}

}  // namespace

struct BucketReader::State {
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { deliver(); }

  bool singles_are_rated = false;
  bool has_games = false;
  std::uint32_t first_day = 0;
  std::vector<std::uint64_t> keys = {};
  std::vector<std::uint32_t> ends = {};
  std::vector<Kind> kinds = {};
  std::array<UnpackedColumn, kColumns> columns = {};
  /// A row, and the rows of Kind::other before it.
  struct Place {
    std::size_t row = 0;
    std::size_t other = 0;
  };
  std::size_t position = 0;  ///< the next one
  Place place;               ///< its first row
  // What a packer has yet to copy. It goes through columns, not through rows.
  BucketPacker::State* packer = nullptr;  ///< nullptr: nothing
  std::span<const std::uint32_t> inputs = {};
  std::vector<Copy> copies = {};  ///< there is room for more than there are
  std::size_t copied = 0;
  std::vector<Copy> copies_of_others = {};

  /// Lets the packer copy, before the rows are replaced.
  void deliver();

  [[nodiscard]] std::uint64_t number(Column column, std::size_t at) const noexcept {
    return columns[static_cast<std::size_t>(column)][at];
  }
  [[nodiscard]] bool take_positions(BitReader& in, std::uint64_t first_key, unsigned low);
  /// Returns the number of rows of Kind::other.
  [[nodiscard]] std::size_t take_kinds(BitReader& in);
  [[nodiscard]] bool take_columns(BitReader& bits);
  /// Sets the row at a place, and goes on to the next one. False: it is impossible.
  [[nodiscard]] bool take(Place& at, Row& out) const noexcept;
  [[nodiscard]] bool set_single(Kind kind, std::uint64_t day, Totals& totals) const noexcept;
  [[nodiscard]] bool set_other(std::size_t other, std::uint64_t day, Totals& totals) const noexcept;
  [[nodiscard]] std::uint64_t day(std::size_t at) const noexcept {
    const std::uint64_t date = number(Column::date, at);
    return date == 0 ? 0 : date - 1 + first_day;
  }
};

struct BucketPacker::State {
  explicit State(bool keeps_games) : has_games(keeps_games) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    for (BucketReader::State* source : sources) source->packer = nullptr;
  }

  static constexpr std::uint32_t kNoDay = std::numeric_limits<std::uint32_t>::max();

  bool has_games;
  bool singles_are_rated = true;  ///< the first row of a single game decides
  bool has_single = false;
  std::uint32_t first_day = kNoDay;
  std::vector<std::uint64_t> keys = {};
  std::vector<std::uint32_t> ends = {};  ///< for each position, the number of the row after its last one
  std::size_t rows = 0;
  std::size_t others = 0;  ///< of them of Kind::other
  // There is room for more rows than there are.
  std::vector<Kind> kinds = {};
  std::array<std::vector<std::uint64_t>, kColumns> columns = {};
  std::vector<BucketReader::State*> sources = {};  ///< that have rows to copy

  [[nodiscard]] std::uint64_t& number(Column column, std::size_t at) noexcept {
    return columns[static_cast<std::size_t>(column)][at];
  }
  [[nodiscard]] std::size_t size_of(Column column) const noexcept {
    return is_of_others(column) ? others : rows;
  }
  void make_room(std::size_t more) {
    if (kinds.size() >= rows + more) return;
    kinds.resize(std::max(2 * kinds.size(), rows + more + kRowsOfBucket));
    for (auto& column : columns) column.resize(kinds.size());
  }
  void end_position(std::uint64_t key) {
    keys.push_back(key);
    ends.push_back(static_cast<std::uint32_t>(rows));
  }
  void add(const Row& row);
  void add_other(const Row& row, std::uint32_t day);
  /// Adds the next position of a bucket, whose columns are copied later. False: a row is stored otherwise
  /// here.
  [[nodiscard]] bool note_copy(BucketReader::State& from);
  void begin_copies(BucketReader::State& from, std::span<const std::uint32_t> inputs);
  void copy_rows(BucketReader::State& from);
  void copy_others(BucketReader::State& from);
  /// Copies what has been noted.
  void settle(BucketReader::State& from);
  void settle_all() {
    while (!sources.empty()) sources.back()->deliver();
  }
  void clear() {
    has_single = false;
    first_day = kNoDay;
    rows = others = 0;
    keys.clear();
    ends.clear();
  }
};

void BucketPacker::State::add(const Row& row) {
  const Totals& totals = row.totals;
  if (!has_single && totals.games == 1) {
    has_single = true;
    singles_are_rated = totals.rated == 1;
  }
  kinds[rows] = kind_of(totals, singles_are_rated);
  const std::uint32_t day = compact_date(totals.first_date);
  if (day != 0) first_day = std::min(first_day, day);
  number(Column::move, rows) = row.move;
  number(Column::speed, rows) = row.group & 15;
  number(Column::band, rows) = number_of_band(row.group >> 4 & 0xfff);
  number(Column::year, rows) = row.group >> 16;
  number(Column::input, rows) = row.input;
  number(Column::rating, rows) = totals.rating_sum - kUsualRating * totals.rated;
  number(Column::opponent, rows) = totals.opponent_sum - totals.rating_sum;
  number(Column::date, rows) = day;
  if (has_games) number(Column::game_offset, rows) = row.game.offset;
  if (kinds[rows] == Kind::other) add_other(row, day);
  ++rows;
}

void BucketPacker::State::add_other(const Row& row, std::uint32_t day) {
  const Totals& totals = row.totals;
  number(Column::games, others) = totals.games - 1;
  number(Column::wins, others) = totals.wins;
  number(Column::draws, others) = totals.draws;
  number(Column::no_result, others) = totals.games - totals.wins - totals.draws - totals.losses;
  number(Column::unrated, others) = totals.games - totals.rated;
  number(Column::days, others) = compact_date(totals.last_date) - day;
  if (has_games) {
    number(Column::game_input, others) = std::uint64_t{row.game.input} - row.input;
    number(Column::game_ratings, others) = row.game.ratings;
  }
  ++others;
}

BucketPacker::BucketPacker(bool has_games) : state_(std::make_unique<State>(has_games)) {}
BucketPacker::BucketPacker(BucketPacker&&) noexcept = default;
BucketPacker& BucketPacker::operator=(BucketPacker&&) noexcept = default;
BucketPacker::~BucketPacker() = default;

void BucketPacker::add(std::uint64_t key, std::span<const Row> rows) {
  State& state = *state_;
  state.make_room(rows.size());
  for (const Row& row : rows) state.add(row);
  state.end_position(key);
}

std::size_t BucketPacker::rows() const noexcept {
  return state_->rows;
}

std::uint32_t BucketPacker::group(std::size_t row) const noexcept {
  State& state = *state_;
  const std::uint64_t band = band_of_number(static_cast<std::uint32_t>(state.number(Column::band, row)));
  return static_cast<std::uint32_t>(state.number(Column::speed, row) | band << 4 |
                                    state.number(Column::year, row) << 16);
}

void BucketPacker::settle() {
  state_->settle_all();
}

std::uint64_t BucketPacker::pack(std::string& out) {
  State& state = *state_;
  state.settle_all();
  const unsigned low = low_bits_of(state.keys);
  if (state.first_day == State::kNoDay) state.first_day = 0;
  count_days_from(state.first_day,
                  std::span(state.columns[static_cast<std::size_t>(Column::date)]).first(state.rows));
  put(out, static_cast<std::uint32_t>(state.keys.size()));
  put(out, static_cast<std::uint32_t>(state.rows));
  put(out, state.first_day);
  put(out, static_cast<std::uint8_t>(low));
  put(out, static_cast<std::uint8_t>((state.singles_are_rated ? kSinglesAreRated : 0) |
                                     (state.has_games ? kHasGames : 0)));
  BitWriter bits(out);
  put_positions(state.keys, state.ends, low, bits);
  put_kinds(std::span(state.kinds).first(state.rows), bits);
  for (std::size_t i = 0; i < (state.has_games ? kColumns : kColumnsWithoutGames); ++i) {
    const auto column = static_cast<Column>(i);
    put_numbers(bits, std::span(state.columns[i]).first(state.size_of(column)), is_signed(column));
  }
  bits.finish();
  const std::uint64_t first_key = state.keys.front();
  state.clear();
  return first_key;
}

/// What is written of a position after the first: a Rice code, and a number in unary.
struct PositionCode {
  std::uint64_t distance;
  std::uint64_t more_rows;
};
PositionCode take_position(BitReader& bits, unsigned low) noexcept {
  const std::uint64_t word = bits.peek();
  const auto high = static_cast<unsigned>(std::countr_one(word));
  const unsigned size = high + 1 + low;
  if (size < BitReader::kPeek) {
    const auto more = static_cast<unsigned>(std::countr_one(word >> size));
    if (size + more + 1 <= BitReader::kPeek) {
      bits.drop(size + more + 1);
      return {.distance = std::uint64_t{high} << low | low_bits(word >> (high + 1), low), .more_rows = more};
    }
  }
  const std::uint64_t above = bits.take_unary() << low;
  const std::uint64_t distance = above | bits.take_bits(low);
  return {.distance = distance, .more_rows = bits.take_unary()};
}

bool BucketReader::State::take_positions(BitReader& in, std::uint64_t first_key, unsigned low) {
  BitReader bits = in;
  std::uint64_t key = first_key;
  std::uint64_t end = bits.take_unary() + 1;
  keys[0] = key;
  ends[0] = static_cast<std::uint32_t>(end);
  for (std::size_t i = 1; i < keys.size(); ++i) {
    const auto [distance, more_rows] = take_position(bits, low);
    end += more_rows + 1;
    if (distance == 0 || key + distance < key || end > kinds.size()) return false;
    keys[i] = key += distance;
    ends[i] = static_cast<std::uint32_t>(end);
  }
  in = bits;
  return end == kinds.size();
}

std::size_t BucketReader::State::take_kinds(BitReader& in) {
  BitReader bits = in;
  std::size_t others = 0;
  for (std::size_t begin = 0; begin < kinds.size(); begin += kKindsAtOnce) {
    const std::size_t end = std::min(kinds.size(), begin + kKindsAtOnce);
    std::uint64_t all = bits.take_bits(static_cast<unsigned>(2 * (end - begin)));
    for (std::size_t i = begin; i < end; ++i, all >>= 2) {
      kinds[i] = static_cast<Kind>(all & 3);
      others += kinds[i] == Kind::other ? 1 : 0;
    }
  }
  in = bits;
  return others;
}

bool BucketReader::State::take_columns(BitReader& bits) {
  const std::size_t others = take_kinds(bits);
  for (std::size_t i = 0; i < (has_games ? kColumns : kColumnsWithoutGames); ++i) {
    const auto column = static_cast<Column>(i);
    if (!columns[i].take(bits, is_of_others(column) ? others : kinds.size(), is_signed(column),
                         most_bits_of(column)))
      return false;
  }
  return bits.is_at_end();
}

bool BucketReader::State::set_single(Kind kind, std::uint64_t day, Totals& totals) const noexcept {
  totals.games = 1;
  totals.rated = singles_are_rated ? 1 : 0;
  totals.wins = kind == Kind::win ? 1 : 0;
  totals.draws = kind == Kind::draw ? 1 : 0;
  totals.losses = kind == Kind::loss ? 1 : 0;
  totals.first_date = totals.last_date = full_date(day);
  return day < kEndOfDates;
}

bool BucketReader::State::set_other(std::size_t other, std::uint64_t day, Totals& totals) const noexcept {
  const std::uint64_t last = day + number(Column::days, other);
  totals.games = number(Column::games, other) + 1;
  totals.wins = number(Column::wins, other);
  totals.draws = number(Column::draws, other);
  totals.losses = totals.games - totals.wins - totals.draws - number(Column::no_result, other);
  totals.rated = totals.games - number(Column::unrated, other);
  totals.first_date = full_date(day);
  totals.last_date = full_date(last);
  return last < kEndOfDates && totals.makes_sense();
}

bool BucketReader::State::take(Place& at, Row& out) const noexcept {
  auto& [row, other] = at;
  out.move = static_cast<std::uint16_t>(number(Column::move, row));
  const std::uint64_t band = band_of_number(static_cast<std::uint32_t>(number(Column::band, row)));
  out.group =
      static_cast<std::uint32_t>(number(Column::speed, row) | band << 4 | number(Column::year, row) << 16);
  out.input = static_cast<std::uint32_t>(number(Column::input, row));
  Totals& totals = out.totals;
  const std::uint64_t day = this->day(row);
  const bool is_single = kinds[row] != Kind::other;
  if (!(is_single ? set_single(kinds[row], day, totals) : set_other(other, day, totals))) return false;
  totals.rating_sum = number(Column::rating, row) + kUsualRating * totals.rated;
  totals.opponent_sum = number(Column::opponent, row) + totals.rating_sum;
  if (has_games) {
    const std::uint64_t input = is_single ? out.input : out.input + number(Column::game_input, other);
    const std::uint64_t ratings =
        is_single ? totals.rating_sum + totals.opponent_sum : number(Column::game_ratings, other);
    out.game = {.input = static_cast<std::uint32_t>(input),
                .ratings = static_cast<std::uint32_t>(ratings),
                .offset = number(Column::game_offset, row)};
    if (out.game.input != input || out.game.ratings != ratings) return false;
  }
  other += is_single ? 0 : 1;
  ++row;
  return true;
}

void BucketReader::State::deliver() {
  if (packer != nullptr) packer->settle(*this);
}

void BucketPacker::State::copy_rows(BucketReader::State& from) {
  const auto copies = std::span(from.copies).first(from.copied);
  const auto copy = [&](Column column, auto change) {
    const auto number = static_cast<std::size_t>(column);
    copy_column(from.columns[number], copies, columns[number], change);
  };
  const auto same = [](std::uint64_t number) { return number; };
  for (const Column column :
       {Column::move, Column::speed, Column::band, Column::year, Column::rating, Column::opponent})
    copy(column, same);
  copy(Column::input, [&from](std::uint64_t input) { return from.inputs[input]; });
  // Days of both buckets are counted from different ones.
  std::uint64_t first = first_day;
  copy(Column::date, [&first, before = std::uint64_t{from.first_day} - 1](std::uint64_t date) {
    const std::uint64_t day = date == 0 ? 0 : date + before;
    first = std::min(first, day == 0 ? kNoDay : day);
    return day;
  });
  first_day = static_cast<std::uint32_t>(first);
  if (has_games) copy(Column::game_offset, same);
  for (const Copy& row : copies) kinds[row.to] = from.kinds[row.from];
}

/// The columns that only rows of Kind::other have.
void BucketPacker::State::copy_others(BucketReader::State& from) {
  for (const Column column : {Column::games, Column::wins, Column::draws, Column::no_result, Column::unrated,
                              Column::days, Column::game_ratings}) {
    if (column == Column::game_ratings && !has_games) continue;
    const auto number = static_cast<std::size_t>(column);
    copy_column(from.columns[number], from.copies_of_others, columns[number],
                [](std::uint64_t same) { return same; });
  }
}

void BucketPacker::State::settle(BucketReader::State& from) {
  copy_rows(from);
  if (!from.copies_of_others.empty()) copy_others(from);
  from.copied = 0;
  from.copies_of_others.clear();
  from.packer = nullptr;
  std::erase(sources, &from);
}

void BucketPacker::State::begin_copies(BucketReader::State& from, std::span<const std::uint32_t> inputs) {
  if (from.packer == this) return;
  from.deliver();
  from.packer = this;
  from.inputs = inputs;
  if (from.copies.size() < from.kinds.size()) from.copies.resize(from.kinds.size());
  sources.push_back(&from);
}

bool BucketPacker::State::note_copy(BucketReader::State& from) {
  // A bucket without single games, or with those of another kind, may have rows that are single games here.
  const std::size_t begin = from.place.row;
  const std::size_t end = from.ends[from.position];
  auto other = from.place.other;
  for (std::size_t row = begin; row < end; ++row)
    if (from.kinds[row] == Kind::other && from.number(Column::games, other++) == 0) return false;
  make_room(end - begin);
  for (; from.place.row < end; ++from.place.row, ++rows) {
    const auto row = static_cast<std::uint32_t>(from.place.row);
    from.copies[from.copied++] = {row, static_cast<std::uint32_t>(rows)};
    if (from.kinds[row] != Kind::other) continue;
    const std::size_t at = from.place.other++;
    if (has_games) {
      const std::uint64_t input = from.number(Column::input, row);
      const std::uint64_t of_game = input + from.number(Column::game_input, at);
      number(Column::game_input, others) = std::uint64_t{from.inputs[of_game]} - from.inputs[input];
    }
    from.copies_of_others.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(others++)});
  }
  end_position(from.keys[from.position++]);
  return true;
}

bool BucketPacker::copy(BucketReader& from, std::span<const std::uint32_t> inputs) {
  State& to = *state_;
  BucketReader::State& in = *from.state_;
  if (!to.has_single || to.singles_are_rated != in.singles_are_rated) return false;
  to.begin_copies(in, inputs);
  return to.note_copy(in);
}

BucketReader::BucketReader() : state_(std::make_unique<State>()) {}
BucketReader::BucketReader(BucketReader&&) noexcept = default;
BucketReader& BucketReader::operator=(BucketReader&&) noexcept = default;
BucketReader::~BucketReader() = default;

bool BucketReader::open(std::string_view bytes, std::uint64_t first_key, bool keeps_games) {
  State& state = *state_;
  state.deliver();
  if (bytes.size() < kHeadSize) return false;
  const auto positions = number_at<std::uint32_t>(bytes);
  const auto rows = number_at<std::uint32_t>(bytes, 4);
  state.first_day = number_at<std::uint32_t>(bytes, 8);
  const auto low = number_at<std::uint8_t>(bytes, 12);
  const auto flags = number_at<std::uint8_t>(bytes, 13);
  state.singles_are_rated = (flags & kSinglesAreRated) != 0;
  state.has_games = (flags & kHasGames) != 0;
  // The kind of a row takes two bits.
  if (low > 63 || positions == 0 || positions > rows || rows > bytes.size() * 4 ||
      state.has_games != keeps_games)
    return false;
  state.keys.resize(positions);
  state.ends.resize(positions);
  state.kinds.resize(rows);
  state.position = 0;
  state.place = {};
  BitReader bits(bytes.substr(kHeadSize));
  return state.take_positions(bits, first_key, low) && state.take_columns(bits);
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
  State::Place place;
  Row row;
  for (std::size_t i = 0; i < state.kinds.size(); ++i) {
    if (state.kinds[i] == Kind::other || state.has_games) {
      if (!state.take(place, row) || row.input >= inputs || row.game.input >= inputs) return false;
    } else {
      if (state.number(Column::input, i) >= inputs || state.day(i) >= kEndOfDates) return false;
      ++place.row;
    }
  }
  return true;
}

bool BucketReader::go_to(std::uint64_t key) {
  State& state = *state_;
  const auto found = std::ranges::lower_bound(state.keys, key);
  if (found == state.keys.end() || *found != key) return false;
  state.position = static_cast<std::size_t>(found - state.keys.begin());
  state.place.row = state.position == 0 ? 0 : state.ends[state.position - 1];
  const auto before = std::span(state.kinds).first(state.place.row);
  state.place.other = static_cast<std::size_t>(std::ranges::count(before, Kind::other));
  return true;
}

}  // namespace polyglot::counts
