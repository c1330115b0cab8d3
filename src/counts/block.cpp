// SPDX-License-Identifier: MIT
#include "counts/block.hpp"
#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "counts/bytes.hpp"
#include "counts/frame.hpp"

namespace polyglot::counts {
namespace {

/// The most bytes that each column has for a number, in the order of numbers_of().
constexpr std::array<std::uint8_t, 13> kMostBytes = {8, 2, 4, 4, 8, 8, 8, 8, 8, 8, 8, 4, 4};
constexpr std::size_t kColumns = kMostBytes.size();
/// Bytes before the columns: number of rows, widths of columns.
constexpr std::size_t kHeadSize = 4 + kColumns;
/// As many rows as fit into the processor's first cache while they become columns or come from there.
constexpr std::size_t kRowsAtOnce = 128;
/// Smaller blocks have one code for all columns, because the codes themselves take more than they save.
constexpr std::size_t kRowsForOwnCodes = 512;

using NumbersOfRow = std::array<std::uint64_t, kColumns>;
/// For each column, the numbers of some rows.
using NumbersOfRows = std::array<std::array<std::uint64_t, kRowsAtOnce>, kColumns>;

/// Returns the numbers of a row. `before`: the key of the row before it.
NumbersOfRow numbers_of(const Row& row, std::uint64_t before) noexcept {
  const Totals& totals = row.totals;
  return {row.key - before,
          row.move,
          row.group,
          row.input,
          totals.games,
          totals.wins,
          totals.draws,
          totals.games - totals.wins - totals.draws - totals.losses,
          totals.games - totals.rated,
          totals.rating_sum,
          totals.opponent_sum,
          totals.first_date,
          std::uint64_t{totals.last_date} - totals.first_date};
}

/// Sets a row, the numbers of which have this place. Does the reverse of numbers_of().
void set_row(Row& row, const NumbersOfRows& numbers, std::size_t place, std::uint64_t before) noexcept {
  auto number = [&, column = std::size_t{0}]() mutable { return numbers[column++][place]; };
  Totals& totals = row.totals;
  row.key = before + number();
  row.move = static_cast<std::uint16_t>(number());
  row.group = static_cast<std::uint32_t>(number());
  row.input = static_cast<std::uint32_t>(number());
  totals.games = number();
  totals.wins = number();
  totals.draws = number();
  totals.losses = totals.games - totals.wins - totals.draws - number();
  totals.rated = totals.games - number();
  totals.rating_sum = number();
  totals.opponent_sum = number();
  totals.first_date = static_cast<std::uint32_t>(number());
  totals.last_date = totals.first_date + static_cast<std::uint32_t>(number());
}

/// Returns the bytes that the highest number of each column needs.
std::array<std::size_t, kColumns> widths_of(std::span<const Row> rows) noexcept {
  NumbersOfRow all{};
  std::uint64_t before = rows.front().key;
  for (const Row& row : rows) {
    const NumbersOfRow numbers = numbers_of(row, before);
    for (std::size_t column = 0; column < kColumns; ++column) all[column] |= numbers[column];
    before = row.key;
  }
  std::array<std::size_t, kColumns> widths;
  std::ranges::transform(all, widths.begin(),
                         [](std::uint64_t bits) { return (std::bit_width(bits) + 7U) / 8; });
  return widths;
}

}  // namespace

void pack_block(std::span<const Row> rows, std::string& out) {
  const auto widths = widths_of(rows);
  const std::size_t width = std::accumulate(widths.begin(), widths.end(), std::size_t{0});
  std::string content;
  content.reserve(kHeadSize + rows.size() * width);
  put(content, static_cast<std::uint32_t>(rows.size()));
  for (const std::size_t each : widths) put(content, static_cast<std::uint8_t>(each));
  content.resize(kHeadSize + rows.size() * width);
  std::uint64_t before = rows.front().key;
  NumbersOfRows numbers;
  for (std::size_t begin = 0; begin < rows.size(); begin += kRowsAtOnce) {
    const auto some = rows.subspan(begin, std::min(kRowsAtOnce, rows.size() - begin));
    for (std::size_t i = 0; i < some.size(); ++i) {
      const NumbersOfRow of_row = numbers_of(some[i], before);
      for (std::size_t column = 0; column < kColumns; ++column) numbers[column][i] = of_row[column];
      before = some[i].key;
    }
    char* bytes = content.data() + kHeadSize + begin;
    for (std::size_t column = 0; column < kColumns; ++column)
      for (std::size_t byte = 0; byte < widths[column]; ++byte, bytes += rows.size())
        for (std::size_t i = 0; i < some.size(); ++i)
          bytes[i] = static_cast<char>(numbers[column][i] >> 8 * byte);
  }
  pack_frame(content, rows.size() < kRowsForOwnCodes ? content.size() : rows.size(), out);
}

bool unpack_block(std::string_view bytes, std::uint64_t first_key, std::vector<Row>& rows) {
  std::string content;
  rows.clear();
  if (!unpack_frame(bytes, content)) return false;
  Numbers head(content);
  const std::size_t size = head.take<std::uint32_t>();
  const std::string_view widths = head.take(kColumns);
  std::size_t width = 0;
  for (std::size_t column = 0; column < widths.size(); ++column) {
    const auto of_column = static_cast<unsigned char>(widths[column]);
    if (of_column > kMostBytes[column]) return false;
    width += of_column;
  }
  if (head.is_bad() || size == 0 || head.rest().size() != size * width) return false;
  rows.resize(size);
  std::uint64_t before = first_key;
  bool is_sound = true;
  NumbersOfRows numbers;
  for (std::size_t begin = 0; begin < size; begin += kRowsAtOnce) {
    const std::size_t count = std::min(kRowsAtOnce, size - begin);
    const auto* from = reinterpret_cast<const unsigned char*>(head.rest().data()) + begin;
    for (std::size_t column = 0; column < kColumns; ++column) {
      numbers[column].fill(0);
      for (unsigned byte = 0; byte < static_cast<unsigned char>(widths[column]); ++byte, from += size)
        for (std::size_t i = 0; i < count; ++i) numbers[column][i] |= std::uint64_t{from[i]} << 8 * byte;
    }
    for (std::size_t i = 0; i < count; ++i) {
      Row& row = rows[begin + i];
      set_row(row, numbers, i, before);
      is_sound &= row.key >= before && row.totals.makes_sense();
      before = row.key;
    }
  }
  return is_sound && rows.front().key == first_key;
}

}  // namespace polyglot::counts
