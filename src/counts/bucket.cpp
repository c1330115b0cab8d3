// SPDX-License-Identifier: MIT
#include "counts/bucket.hpp"
#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

#include "counts/bits.hpp"
#include "counts/columns.hpp"
#include "counts/packing.hpp"

namespace polyglot::counts {
namespace {

// Bits of a byte.
constexpr std::uint8_t kSinglesAreRated = 1;
constexpr std::uint8_t kHasGames = 2;

bool is_single(const Totals& totals) noexcept {
  return totals.games == 1 && totals.wins + totals.draws + totals.losses == 1 &&
         totals.first_date == totals.last_date;
}

/// Whether most single games have ratings.
bool are_singles_rated(std::span<const Row> rows) noexcept {
  std::size_t singles = 0;
  std::size_t rated = 0;
  for (const Row& row : rows) {
    if (!is_single(row.totals)) continue;
    ++singles;
    rated += row.totals.rated;
  }
  return 2 * rated >= singles;
}

Kind kind_of(const Totals& totals, bool singles_are_rated) noexcept {
  if (!is_single(totals) || (totals.rated == 1) != singles_are_rated) return Kind::other;
  return totals.wins == 1 ? Kind::win : totals.draws == 1 ? Kind::draw : Kind::loss;
}

/// For Rice codes of keys: the number of low bits that are written unchanged.
unsigned low_bits_of(std::span<const std::uint64_t> keys) noexcept {
  if (keys.size() < 2) return 0;
  const std::uint64_t mean = (keys.back() - keys.front()) / (keys.size() - 1);
  return mean == 0 ? 0 : static_cast<unsigned>(std::bit_width(mean)) - 1;
}

void put_positions(const Positions& positions, unsigned low_bits, std::string& out) {
  BitWriter bits(out);
  for (std::size_t i = 0; i < positions.keys.size(); ++i) {
    if (i > 0) {
      const std::uint64_t distance = positions.keys[i] - positions.keys[i - 1];
      bits.put_unary(distance >> low_bits);
      bits.put_bits(distance, low_bits);
    }
    bits.put_unary(positions.rows_of(i).size() - 1);
  }
  bits.finish();
}

std::uint32_t first_day_of(std::span<const Row> rows) noexcept {
  std::uint32_t first = std::numeric_limits<std::uint32_t>::max();
  for (const Row& row : rows)
    if (row.totals.first_date != 0) first = std::min(first, compact_date(row.totals.first_date));
  return first == std::numeric_limits<std::uint32_t>::max() ? 0 : first;
}

/// The value of a row in a column.
constexpr std::uint64_t number_of(Column column, const Row& row, std::uint32_t first_day) noexcept {
  const Totals& totals = row.totals;
  switch (column) {
    case Column::move_low:
      return row.move & 0xff;
    case Column::move_high:
      return row.move >> 8;
    case Column::group:
      return row.group;
    case Column::input:
      return row.input;
    case Column::rating:
      return zigzag(totals.rating_sum - kUsualRating * totals.rated);
    case Column::opponent:
      return zigzag(totals.opponent_sum - totals.rating_sum);
    case Column::date:
      return totals.first_date == 0 ? 0 : compact_date(totals.first_date) - first_day + 1;
    case Column::games:
      return totals.games - 1;
    case Column::wins:
      return totals.wins;
    case Column::draws:
      return totals.draws;
    case Column::no_result:
      return totals.games - totals.wins - totals.draws - totals.losses;
    case Column::unrated:
      return totals.games - totals.rated;
    case Column::days:
      return compact_date(totals.last_date) - compact_date(totals.first_date);
    case Column::game_input:
      return zigzag(std::uint64_t{row.game.input} - row.input);
    case Column::game_ratings:
      return row.game.ratings;
    case Column::game_offset:
      return row.game.offset;
  }
  return 0;
}

}  // namespace

struct BucketPacker::Columns {
  Packer packer;
  std::vector<Kind> kinds;
  std::vector<std::uint64_t> numbers;
  std::string bits;
  std::string columns;

  void put_kinds(std::span<const Row> rows, bool singles_are_rated) {
    kinds.clear();
    BitWriter writer(bits);
    for (const Row& row : rows) {
      kinds.push_back(kind_of(row.totals, singles_are_rated));
      writer.put_bits(static_cast<std::uint64_t>(kinds.back()), 2);
    }
    writer.finish();
  }
  /// The column is a template argument, which saves a branch for each number.
  template <Column column>
  void put_numbers(std::span<const Row> rows, std::uint32_t first_day) {
    numbers.clear();
    for (std::size_t row = 0; row < rows.size(); ++row)
      if (!is_of_others(column) || kinds[row] == Kind::other)
        numbers.push_back(number_of(column, rows[row], first_day));
    put_column(columns, numbers);
  }
  template <std::size_t... all>
  void put_columns(std::span<const Row> rows, std::uint32_t first_day, std::index_sequence<all...>) {
    (put_numbers<static_cast<Column>(all)>(rows, first_day), ...);
  }
};

BucketPacker::BucketPacker() : columns_(std::make_unique<Columns>()) {}
BucketPacker::BucketPacker(BucketPacker&&) noexcept = default;
BucketPacker& BucketPacker::operator=(BucketPacker&&) noexcept = default;
BucketPacker::~BucketPacker() = default;

void BucketPacker::pack(const Positions& positions, bool has_games, std::string& out) {
  const std::span rows(positions.rows);
  const bool singles_are_rated = are_singles_rated(rows);
  const unsigned low_bits = low_bits_of(positions.keys);
  const std::uint32_t first_day = first_day_of(rows);
  columns_->bits.clear();
  put_positions(positions, low_bits, columns_->bits);
  columns_->put_kinds(rows, singles_are_rated);
  columns_->columns.clear();
  if (has_games)
    columns_->put_columns(rows, first_day, std::make_index_sequence<kColumns>());
  else
    columns_->put_columns(rows, first_day, std::make_index_sequence<kColumnsWithoutGames>());
  put(out, static_cast<std::uint32_t>(positions.keys.size()));
  put(out, static_cast<std::uint32_t>(rows.size()));
  put(out, static_cast<std::uint32_t>(columns_->bits.size()));
  put(out, static_cast<std::uint32_t>(columns_->columns.size()));
  put(out, first_day);
  put(out, static_cast<std::uint8_t>(low_bits));
  put(out,
      static_cast<std::uint8_t>((singles_are_rated ? kSinglesAreRated : 0) | (has_games ? kHasGames : 0)));
  out += columns_->bits;
  columns_->packer.pack(columns_->columns, out);
}

struct BucketReader::State {
  std::uint64_t first_key = 0;
  std::size_t positions = 0;
  std::size_t rows = 0;
  std::uint32_t first_day = 0;
  unsigned low_bits = 0;
  bool singles_are_rated = false;
  bool has_games = false;
  std::string_view bits;  ///< of the keys and numbers of rows
  std::string_view kinds;
  std::string unpacked;
  std::array<ColumnView, kColumns> columns;

  [[nodiscard]] Kind kind_of(std::size_t row) const noexcept {
    return static_cast<Kind>(static_cast<unsigned char>(kinds[row / 4]) >> (row % 4 * 2) & 3);
  }
  [[nodiscard]] std::size_t others_before(std::size_t row) const noexcept {
    std::size_t others = 0;
    for (std::size_t i = 0; i < row; ++i) others += kind_of(i) == Kind::other ? 1 : 0;
    return others;
  }
  [[nodiscard]] std::uint64_t number(Column column, std::size_t at) const noexcept {
    return columns[static_cast<std::size_t>(column)][at];
  }
  [[nodiscard]] bool set_columns();
  [[nodiscard]] Row row(std::size_t at, std::size_t& others) const noexcept;
  /// Appends rows. False: they are impossible.
  [[nodiscard]] bool add_rows(std::size_t begin, std::size_t end, std::size_t& others,
                              std::vector<Row>& out) const;
};

bool BucketReader::State::set_columns() {
  const std::size_t others = others_before(rows);
  Numbers numbers(unpacked);
  for (std::size_t i = 0; i < (has_games ? kColumns : kColumnsWithoutGames); ++i)
    columns[i] = ColumnView::take(numbers, is_of_others(static_cast<Column>(i)) ? others : rows);
  return !numbers.is_bad() && numbers.rest().empty();
}

Row BucketReader::State::row(std::size_t at, std::size_t& others) const noexcept {
  Row row{
      .move = static_cast<std::uint16_t>(number(Column::move_low, at) | number(Column::move_high, at) << 8),
      .group = static_cast<std::uint32_t>(number(Column::group, at)),
      .input = static_cast<std::uint32_t>(number(Column::input, at)),
      .totals = {},
      .game = {}};
  Totals& totals = row.totals;
  const std::uint64_t date = number(Column::date, at);
  const std::uint64_t day = date == 0 ? 0 : date - 1 + first_day;
  totals.first_date = full_date(day);
  totals.last_date = totals.first_date;
  const Kind kind = kind_of(at);
  const std::size_t other = others;
  if (kind != Kind::other) {
    totals.games = 1;
    totals.rated = singles_are_rated ? 1 : 0;
    totals.wins = kind == Kind::win ? 1 : 0;
    totals.draws = kind == Kind::draw ? 1 : 0;
    totals.losses = kind == Kind::loss ? 1 : 0;
  } else {
    totals.games = number(Column::games, others) + 1;
    totals.wins = number(Column::wins, others);
    totals.draws = number(Column::draws, others);
    totals.losses = totals.games - totals.wins - totals.draws - number(Column::no_result, others);
    totals.rated = totals.games - number(Column::unrated, others);
    totals.last_date = full_date(day + number(Column::days, others));
    ++others;
  }
  totals.rating_sum = unzigzag(number(Column::rating, at)) + kUsualRating * totals.rated;
  totals.opponent_sum = unzigzag(number(Column::opponent, at)) + totals.rating_sum;
  if (!has_games) return row;
  row.game = {.input = row.input, .ratings = 0, .offset = number(Column::game_offset, at)};
  if (kind != Kind::other) {
    row.game.ratings = static_cast<std::uint32_t>(totals.rating_sum + totals.opponent_sum);
  } else {
    row.game.input += static_cast<std::uint32_t>(unzigzag(number(Column::game_input, other)));
    row.game.ratings = static_cast<std::uint32_t>(number(Column::game_ratings, other));
  }
  return row;
}

bool BucketReader::State::add_rows(std::size_t begin, std::size_t end, std::size_t& others,
                                   std::vector<Row>& out) const {
  for (std::size_t at = begin; at < end; ++at) {
    out.push_back(row(at, others));
    if (!out.back().totals.makes_sense()) return false;
  }
  return true;
}

BucketReader::BucketReader() : state_(std::make_unique<State>()) {}
BucketReader::BucketReader(BucketReader&&) noexcept = default;
BucketReader& BucketReader::operator=(BucketReader&&) noexcept = default;
BucketReader::~BucketReader() = default;

bool BucketReader::open(std::string_view bytes, std::uint64_t first_key, bool keeps_games) {
  State& state = *state_;
  Numbers numbers(bytes);
  state.first_key = first_key;
  state.positions = numbers.take<std::uint32_t>();
  state.rows = numbers.take<std::uint32_t>();
  const auto bits = numbers.take<std::uint32_t>();
  const auto columns = numbers.take<std::uint32_t>();
  state.first_day = numbers.take<std::uint32_t>();
  state.low_bits = numbers.take<std::uint8_t>();
  const auto flags = numbers.take<std::uint8_t>();
  state.singles_are_rated = (flags & kSinglesAreRated) != 0;
  state.has_games = (flags & kHasGames) != 0;
  const std::size_t kinds = (state.rows + 3) / 4;
  const std::string_view both = numbers.take(bits);
  if (numbers.is_bad() || kinds > both.size() || state.low_bits > 63) return false;
  if (state.positions == 0 || state.positions > state.rows || state.has_games != keeps_games) return false;
  // A column is at most 8 bytes for each row. The rows are as many as their kinds have bytes for.
  if (columns > state.rows * kColumns * 8 + kColumns) return false;
  state.bits = both.substr(0, both.size() - kinds);
  state.kinds = both.substr(both.size() - kinds);
  return unpack(numbers.rest(), columns, state.unpacked) && state.set_columns();
}

bool BucketReader::find(std::uint64_t key, std::vector<Row>& rows) const {
  const State& state = *state_;
  BitReader bits(state.bits);
  std::uint64_t at = state.first_key;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < state.positions; ++i) {
    if (i > 0) {
      const std::uint64_t high = bits.take_unary() << state.low_bits;
      at += high | bits.take_bits(state.low_bits);
    }
    const std::size_t end = begin + bits.take_unary() + 1;
    if (bits.is_bad() || end > state.rows) return false;
    if (at > key) return true;
    if (at == key) {
      std::size_t others = state.others_before(begin);
      return state.add_rows(begin, end, others, rows);
    }
    begin = end;
  }
  return true;
}

bool BucketReader::read(Positions& positions) const {
  const State& state = *state_;
  positions.clear();
  BitReader bits(state.bits);
  std::uint64_t at = state.first_key;
  std::size_t begin = 0;
  std::size_t others = 0;
  for (std::size_t i = 0; i < state.positions; ++i) {
    if (i > 0) {
      const std::uint64_t high = bits.take_unary() << state.low_bits;
      const std::uint64_t distance = high | bits.take_bits(state.low_bits);
      if (distance == 0 || at + distance < at) return false;
      at += distance;
    }
    const std::size_t end = begin + bits.take_unary() + 1;
    if (bits.is_bad() || end > state.rows) return false;
    positions.keys.push_back(at);
    positions.ends.push_back(static_cast<std::uint32_t>(end));
    if (!state.add_rows(begin, end, others, positions.rows)) return false;
    begin = end;
  }
  return begin == state.rows;
}

}  // namespace polyglot::counts
