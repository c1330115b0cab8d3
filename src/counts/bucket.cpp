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
  std::uint32_t before = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i > 0) {
      const std::uint64_t distance = keys[i] - keys[i - 1];
      bits.put_unary(distance >> low);
      bits.put_bits(low_bits(distance, low), low);
    }
    bits.put_unary(ends[i] - before - 1);
    before = ends[i];
  }
  out = bits;
}

void put_kinds(std::span<const Kind> kinds, BitWriter& out) {
  out.reserve(2 * kinds.size());
  BitWriter bits = out;
  for (const Kind kind : kinds) bits.put_bits(static_cast<std::uint64_t>(kind), 2);
  out = bits;
}

/// Replaces days by the numbers of their column: 0 for no day, otherwise days from `first`, counted from 1.
void count_days_from(std::uint32_t first, std::span<std::uint64_t> days) noexcept {
  for (std::uint64_t& day : days) day = day == 0 ? 0 : day - first + 1;
}

}  // namespace

struct BucketPacker::State {
  static constexpr std::uint32_t kNoDay = std::numeric_limits<std::uint32_t>::max();

  bool has_games;
  bool singles_are_rated = true;  ///< the first row of a single game decides
  bool has_single = false;
  std::uint32_t first_day = kNoDay;
  std::vector<std::uint64_t> keys = {};
  std::vector<std::uint32_t> ends = {};  ///< for each position, the number of the row after its last one
  std::vector<Kind> kinds = {};
  std::array<std::vector<std::uint64_t>, kColumns> columns = {};

  void put(Column column, std::uint64_t number) {
    columns[static_cast<std::size_t>(column)].push_back(number);
  }
  void add(const Row& row);
  void add_other(const Row& row, std::uint32_t day);
  void clear() {
    has_single = false;
    first_day = kNoDay;
    keys.clear();
    ends.clear();
    kinds.clear();
    for (auto& column : columns) column.clear();
  }
};

void BucketPacker::State::add(const Row& row) {
  const Totals& totals = row.totals;
  if (!has_single && totals.games == 1) {
    has_single = true;
    singles_are_rated = totals.rated == 1;
  }
  kinds.push_back(kind_of(totals, singles_are_rated));
  const std::uint32_t day = compact_date(totals.first_date);
  if (day != 0) first_day = std::min(first_day, day);
  put(Column::move, row.move);
  put(Column::speed, row.group & 15);
  put(Column::band, number_of_band(row.group >> 4 & 0xfff));
  put(Column::year, row.group >> 16);
  put(Column::input, row.input);
  put(Column::rating, totals.rating_sum - kUsualRating * totals.rated);
  put(Column::opponent, totals.opponent_sum - totals.rating_sum);
  put(Column::date, day);
  if (kinds.back() == Kind::other) add_other(row, day);
  if (has_games) put(Column::game_offset, row.game.offset);
}

void BucketPacker::State::add_other(const Row& row, std::uint32_t day) {
  const Totals& totals = row.totals;
  put(Column::games, totals.games - 1);
  put(Column::wins, totals.wins);
  put(Column::draws, totals.draws);
  put(Column::no_result, totals.games - totals.wins - totals.draws - totals.losses);
  put(Column::unrated, totals.games - totals.rated);
  put(Column::days, compact_date(totals.last_date) - day);
  if (!has_games) return;
  put(Column::game_input, std::uint64_t{row.game.input} - row.input);
  put(Column::game_ratings, row.game.ratings);
}

BucketPacker::BucketPacker(bool has_games) : state_(std::make_unique<State>(State{.has_games = has_games})) {}
BucketPacker::BucketPacker(BucketPacker&&) noexcept = default;
BucketPacker& BucketPacker::operator=(BucketPacker&&) noexcept = default;
BucketPacker::~BucketPacker() = default;

void BucketPacker::add(std::uint64_t key, std::span<const Row> rows) {
  for (const Row& row : rows) state_->add(row);
  state_->keys.push_back(key);
  state_->ends.push_back(static_cast<std::uint32_t>(state_->kinds.size()));
}

std::size_t BucketPacker::rows() const noexcept {
  return state_->kinds.size();
}

std::uint64_t BucketPacker::pack(std::string& out) {
  State& state = *state_;
  const unsigned low = low_bits_of(state.keys);
  if (state.first_day == State::kNoDay) state.first_day = 0;
  count_days_from(state.first_day, state.columns[static_cast<std::size_t>(Column::date)]);
  put(out, static_cast<std::uint32_t>(state.keys.size()));
  put(out, static_cast<std::uint32_t>(state.kinds.size()));
  put(out, state.first_day);
  put(out, static_cast<std::uint8_t>(low));
  put(out, static_cast<std::uint8_t>((state.singles_are_rated ? kSinglesAreRated : 0) |
                                     (state.has_games ? kHasGames : 0)));
  BitWriter bits(out);
  put_positions(state.keys, state.ends, low, bits);
  put_kinds(state.kinds, bits);
  for (std::size_t i = 0; i < (state.has_games ? kColumns : kColumnsWithoutGames); ++i)
    put_numbers(bits, state.columns[i], is_signed(static_cast<Column>(i)));
  bits.finish();
  const std::uint64_t first_key = state.keys.front();
  state.clear();
  return first_key;
}

struct BucketReader::State {
  bool singles_are_rated = false;
  bool has_games = false;
  std::uint32_t first_day = 0;
  std::vector<std::uint64_t> keys = {};
  std::vector<std::uint32_t> ends = {};
  std::vector<Kind> kinds = {};
  std::array<UnpackedColumn, kColumns> columns = {};
  std::size_t position = 0;  ///< the next one
  std::size_t row = 0;
  std::size_t other = 0;  ///< rows of Kind::other before that row

  [[nodiscard]] std::uint64_t number(Column column, std::size_t at) const noexcept {
    return columns[static_cast<std::size_t>(column)][at];
  }
  [[nodiscard]] bool take_positions(BitReader& in, std::uint64_t first_key, unsigned low);
  /// Returns the number of rows of Kind::other.
  [[nodiscard]] std::size_t take_kinds(BitReader& in);
  [[nodiscard]] bool take_columns(BitReader& bits);
  /// Sets the next row. False: it is impossible.
  [[nodiscard]] bool next(Row& out) noexcept;
  [[nodiscard]] bool set_single(Kind kind, std::uint64_t day, Totals& totals) const noexcept;
  [[nodiscard]] bool set_other(std::uint64_t day, Totals& totals) const noexcept;
};

bool BucketReader::State::take_positions(BitReader& in, std::uint64_t first_key, unsigned low) {
  BitReader bits = in;
  std::uint64_t key = first_key;
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i > 0) {
      const std::uint64_t high = bits.take_unary() << low;
      const std::uint64_t distance = high | bits.take_bits(low);
      if (distance == 0 || key + distance < key) return false;
      key += distance;
    }
    end += bits.take_unary() + 1;
    if (end > kinds.size()) return false;
    keys[i] = key;
    ends[i] = static_cast<std::uint32_t>(end);
  }
  in = bits;
  return end == kinds.size();
}

std::size_t BucketReader::State::take_kinds(BitReader& in) {
  BitReader bits = in;
  std::size_t others = 0;
  for (Kind& kind : kinds) {
    kind = static_cast<Kind>(bits.take_bits(2));
    others += kind == Kind::other ? 1 : 0;
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

bool BucketReader::State::set_other(std::uint64_t day, Totals& totals) const noexcept {
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

bool BucketReader::State::next(Row& out) noexcept {
  out.move = static_cast<std::uint16_t>(number(Column::move, row));
  const std::uint64_t band = band_of_number(static_cast<std::uint32_t>(number(Column::band, row)));
  out.group =
      static_cast<std::uint32_t>(number(Column::speed, row) | band << 4 | number(Column::year, row) << 16);
  out.input = static_cast<std::uint32_t>(number(Column::input, row));
  Totals& totals = out.totals;
  const std::uint64_t date = number(Column::date, row);
  const std::uint64_t day = date == 0 ? 0 : date - 1 + first_day;
  const bool is_single = kinds[row] != Kind::other;
  if (!(is_single ? set_single(kinds[row], day, totals) : set_other(day, totals))) return false;
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

BucketReader::BucketReader() : state_(std::make_unique<State>()) {}
BucketReader::BucketReader(BucketReader&&) noexcept = default;
BucketReader& BucketReader::operator=(BucketReader&&) noexcept = default;
BucketReader::~BucketReader() = default;

bool BucketReader::open(std::string_view bytes, std::uint64_t first_key, bool keeps_games) {
  State& state = *state_;
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
  state.position = state.row = state.other = 0;
  BitReader bits(bytes.substr(kHeadSize));
  return state.take_positions(bits, first_key, low) && state.take_columns(bits);
}

std::span<const std::uint64_t> BucketReader::keys() const noexcept {
  return state_->keys;
}

bool BucketReader::next(std::vector<Row>& rows) {
  State& state = *state_;
  rows.resize(state.ends[state.position++] - state.row);
  return std::ranges::all_of(rows, [&state](Row& row) { return state.next(row); });
}

bool BucketReader::go_to(std::uint64_t key) {
  State& state = *state_;
  const auto found = std::ranges::lower_bound(state.keys, key);
  if (found == state.keys.end() || *found != key) return false;
  state.position = static_cast<std::size_t>(found - state.keys.begin());
  state.row = state.position == 0 ? 0 : state.ends[state.position - 1];
  const auto before = std::span(state.kinds).first(state.row);
  state.other = static_cast<std::size_t>(std::ranges::count(before, Kind::other));
  return true;
}

}  // namespace polyglot::counts
