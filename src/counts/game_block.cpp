// SPDX-License-Identifier: MIT
#include "counts/game_block.hpp"
#include <algorithm>
#include <functional>
#include <limits>

#include "counts/columns.hpp"

namespace polyglot::counts {
namespace {

constexpr std::array<std::string ShownGame::*, kTextsOfGame> kTexts = {&ShownGame::white, &ShownGame::black,
                                                                       &ShownGame::event, &ShownGame::site};
constexpr std::uint64_t kMonths = 13;  // month 0 is not known
constexpr std::uint64_t kMost16Bits = std::numeric_limits<std::uint16_t>::max();
constexpr std::size_t kNumbers = 6;
/// A column has a byte, and at most 8 bytes for each game.
constexpr std::size_t kMostBytesOfGame = kNumbers * 8 + kTextsOfGame * (8 + kMostTagBytes);

std::uint64_t code_of(const std::string& result) noexcept {
  const auto found = std::ranges::find(kResultTexts, result);
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

bool GameBlock::take_numbers(Numbers& columns) {
  const auto take = [&] { return ColumnView::take(columns, entries_.size()); };
  const ColumnView inputs = take();
  const ColumnView offsets = take();
  const ColumnView white = take();
  const ColumnView black = take();
  const ColumnView months = take();
  const ColumnView results = take();
  if (columns.is_bad()) return false;
  std::uint64_t offset = 0;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (inputs[i] > std::numeric_limits<std::uint32_t>::max() || white[i] > kMost16Bits ||
        black[i] > kMost16Bits || months[i] / kMonths > kMost16Bits || results[i] >= kResultTexts.size())
      return false;
    offset += unzigzag(offsets[i]);
    entries_[i] = {.place = {.input = static_cast<std::uint32_t>(inputs[i]), .offset = offset},
                   .white_rating = static_cast<std::uint16_t>(white[i]),
                   .black_rating = static_cast<std::uint16_t>(black[i]),
                   .year = static_cast<std::uint16_t>(months[i] / kMonths),
                   .month = static_cast<std::uint8_t>(months[i] % kMonths),
                   .result = static_cast<std::uint8_t>(results[i])};
  }
  return true;
}

bool GameBlock::take_texts(Numbers& columns, std::size_t text) {
  const ColumnView sizes = ColumnView::take(columns, entries_.size());
  if (columns.is_bad()) return false;
  const std::size_t begin = columns_.size() - columns.rest().size();
  std::size_t end = begin;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (sizes[i] > kMostTagBytes) return false;
    entries_[i].begins[text] = static_cast<std::uint32_t>(end);
    entries_[i].sizes[text] = static_cast<std::uint8_t>(sizes[i]);
    end += sizes[i];
  }
  (void)columns.take(end - begin);
  return !columns.is_bad();
}

bool GameBlock::open(std::string_view bytes) {
  Numbers numbers(bytes);
  const auto size = numbers.take<std::uint32_t>();
  const auto unpacked = numbers.take<std::uint32_t>();
  entries_.clear();
  if (numbers.is_bad() || size == 0 || size > kGamesOfBlock ||
      unpacked > size * kMostBytesOfGame + kNumbers + kTextsOfGame ||
      !unpack(numbers.rest(), unpacked, columns_))
    return false;
  entries_.resize(size);
  Numbers columns(columns_);
  bool is_sound = take_numbers(columns);
  for (std::size_t text = 0; text < kTextsOfGame; ++text) is_sound = is_sound && take_texts(columns, text);
  const bool ascend =
      std::ranges::adjacent_find(entries_, std::greater_equal(), &Entry::place) == entries_.end();
  return is_sound && ascend && columns.rest().empty();
}

std::optional<std::size_t> GameBlock::find(const GamePlace& place) const noexcept {
  const auto found = std::ranges::lower_bound(entries_, place, {}, &Entry::place);
  if (found == entries_.end() || found->place != place) return std::nullopt;
  return static_cast<std::size_t>(found - entries_.begin());
}

ShownGame GameBlock::game(std::size_t number) const {
  const Entry& entry = entries_[number];
  const auto text = [&](std::size_t i) { return columns_.substr(entry.begins[i], entry.sizes[i]); };
  return {.white = text(0),
          .black = text(1),
          .event = text(2),
          .site = text(3),
          .white_rating = entry.white_rating,
          .black_rating = entry.black_rating,
          .year = entry.year,
          .month = entry.month,
          .result = std::string(kResultTexts.at(entry.result)),
          .place = entry.place};
}

}  // namespace polyglot::counts
