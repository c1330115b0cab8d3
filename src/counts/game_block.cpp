// SPDX-License-Identifier: MIT
#include "counts/game_block.hpp"
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "counts/bits.hpp"
#include "counts/columns.hpp"

namespace polyglot::counts {
namespace {

constexpr std::array<std::string ShownGame::*, 4> kTexts = {&ShownGame::white, &ShownGame::black,
                                                            &ShownGame::event, &ShownGame::site};
constexpr std::uint64_t kMonths = 13;  // month 0 is not known
constexpr std::uint64_t kMost16Bits = std::numeric_limits<std::uint16_t>::max();
constexpr std::size_t kNumbers = 6;
/// A column has a byte, and at most 8 bytes for each game.
constexpr std::size_t kMostBytesOfGame = kNumbers * 8 + kTexts.size() * (8 + kMostTagBytes);

std::uint64_t code_of(const std::string& result) noexcept {
  const auto* const found = std::ranges::find(kResultTexts, result);
  return found == kResultTexts.end() ? 0 : static_cast<std::uint64_t>(found - kResultTexts.begin());
}

/// Appends the column of the numbers that `number_of` returns for the games.
template <class NumberOf>
void put_numbers(std::span<const ShownGame> games, NumberOf number_of, std::string& out) {
  std::vector<std::uint64_t> numbers;
  numbers.reserve(games.size());
  for (const ShownGame& game : games) numbers.push_back(number_of(game));
  put_column(out, numbers);
}

void put_offsets(std::span<const ShownGame> games, std::string& out) {
  std::uint64_t before = 0;
  put_numbers(
      games,
      [&before](const ShownGame& game) {
        const std::uint64_t distance = game.place.offset - before;
        before = game.place.offset;
        return zigzag(distance);
      },
      out);
}

void put_texts(std::span<const ShownGame> games, std::string ShownGame::*text, std::string& out) {
  const auto text_of = [text](const ShownGame& game) {
    return std::string_view(game.*text).substr(0, kMostTagBytes);
  };
  put_numbers(
      games, [&](const ShownGame& game) { return text_of(game).size(); }, out);
  for (const ShownGame& game : games) out += text_of(game);
}

/// False: a text is too long.
bool take_texts(Numbers& numbers, std::vector<ShownGame>& games, std::string ShownGame::*text) {
  const ColumnView sizes = ColumnView::take(numbers, games.size());
  for (std::size_t i = 0; i < games.size() && !numbers.is_bad(); ++i) {
    if (sizes[i] > kMostTagBytes) return false;
    games[i].*text = numbers.take(sizes[i]);
  }
  return true;
}

}  // namespace

void put_games(std::span<const ShownGame> games, Packer& packer, std::string& out) {
  std::string columns;
  put_numbers(
      games, [](const ShownGame& game) { return game.place.input; }, columns);
  put_offsets(games, columns);
  for (const auto rating : {&ShownGame::white_rating, &ShownGame::black_rating})
    put_numbers(
        games, [rating](const ShownGame& game) { return static_cast<std::uint16_t>(game.*rating); }, columns);
  put_numbers(
      games, [](const ShownGame& game) { return game.year * kMonths + game.month; }, columns);
  put_numbers(
      games, [](const ShownGame& game) { return code_of(game.result); }, columns);
  for (const auto text : kTexts) put_texts(games, text, columns);
  put(out, static_cast<std::uint32_t>(games.size()));
  put(out, static_cast<std::uint32_t>(columns.size()));
  packer.pack(columns, out);
}

bool read_games(std::string_view bytes, std::vector<ShownGame>& games) {
  Numbers numbers(bytes);
  const auto size = numbers.take<std::uint32_t>();
  const auto unpacked = numbers.take<std::uint32_t>();
  thread_local std::string columns;
  if (numbers.is_bad() || size == 0 || size > kGamesOfBlock ||
      unpacked > size * kMostBytesOfGame + kNumbers + kTexts.size() ||
      !unpack(numbers.rest(), unpacked, columns))
    return false;
  Numbers of_columns(columns);
  const auto take = [&] { return ColumnView::take(of_columns, size); };
  const ColumnView inputs = take();
  const ColumnView offsets = take();
  const ColumnView white = take();
  const ColumnView black = take();
  const ColumnView months = take();
  const ColumnView results = take();
  if (of_columns.is_bad()) return false;
  games.assign(size, {});
  std::uint64_t offset = 0;
  for (std::size_t i = 0; i < size; ++i) {
    ShownGame& game = games[i];
    if (inputs[i] > std::numeric_limits<std::uint32_t>::max() || white[i] > kMost16Bits ||
        black[i] > kMost16Bits || months[i] / kMonths > kMost16Bits || results[i] >= kResultTexts.size())
      return false;
    offset += unzigzag(offsets[i]);
    game.place = {.input = static_cast<std::uint32_t>(inputs[i]), .offset = offset};
    game.white_rating = static_cast<std::uint16_t>(white[i]);
    game.black_rating = static_cast<std::uint16_t>(black[i]);
    game.year = static_cast<std::uint16_t>(months[i] / kMonths);
    game.month = static_cast<std::uint16_t>(months[i] % kMonths);
    game.result = kResultTexts[results[i]];
  }
  for (const auto text : kTexts)
    if (!take_texts(of_columns, games, text)) return false;
  const bool ascend = std::ranges::adjacent_find(games, [](const ShownGame& a, const ShownGame& b) {
                        return a.place >= b.place;
                      }) == games.end();
  return ascend && !of_columns.is_bad() && of_columns.rest().empty();
}

}  // namespace polyglot::counts
