// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include <polyglot/chess/types.hpp>

#include "builder/block.hpp"

namespace polyglot::builder {

/// The results of a move of a position by Polyglot's rule: half points in 16 bits.
struct PolyglotTally {
  using Stored = Record;

  chess::Key key = 0;
  std::uint16_t move = 0;
  std::uint16_t games = 0;
  std::uint16_t half_points = 0;

  /// When a move has this many games, all moves of its position are halved.
  static constexpr std::uint16_t kFull = 16384;

  explicit PolyglotTally(const Record& record) noexcept : key(record.key), move(record.move) {}

  void add(const Record& record) noexcept {
    ++games;
    half_points = static_cast<std::uint16_t>(half_points + record.half_points);
  }
  [[nodiscard]] bool is_full() const noexcept { return games >= kFull; }
  [[nodiscard]] bool is_weightless() const noexcept { return half_points == 0; }
  /// Counts a record this many times in one game.
  static void multiply(Record& record, std::uint8_t times) noexcept {
    record.half_points = static_cast<std::uint8_t>(record.half_points * times);
  }
  void halve() noexcept {
    games = static_cast<std::uint16_t>((games + 1) / 2);
    half_points = static_cast<std::uint16_t>((half_points + 1) / 2);
  }
};
static_assert(sizeof(PolyglotTally) == 16);

/// The results of a move by all other rules: wins, draws and losses. Each game has its own weight.
template <class Number>
struct BasicWeightedTally {
  using Stored = Record;

  chess::Key key = 0;
  std::uint16_t move = 0;
  Number games = 0;
  std::uint64_t wins = 0;  ///< in units of 1 / kUnit; so are draws and losses
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;

  BasicWeightedTally() = default;
  explicit BasicWeightedTally(const Record& record) noexcept : key(record.key), move(record.move) {}

  void add(const Record& record) noexcept {
    ++games;
    wins += record.half_points == 2 ? record.weight : 0;
    draws += record.half_points == 1 ? record.weight : 0;
    losses += record.half_points == 0 ? record.weight : 0;
  }
  static void multiply(Record& record, std::uint8_t times) noexcept { record.weight *= times; }
  [[nodiscard]] bool is_weightless() const noexcept { return wins + draws + losses == 0; }
  [[nodiscard]] static constexpr bool is_full() noexcept { return false; }
  void halve() noexcept {}
};

using WeightedTally = BasicWeightedTally<std::uint32_t>;
/// A tally for sums of counts, which may have more games than a single run.
using SummedTally = BasicWeightedTally<std::uint64_t>;

/// A tally for games with variations, with the judgements of their authors.
template <class Base>
struct AnnotatedTally : Base {
  std::uint16_t weight = 0;  ///< the highest weight in a comment
  bool is_weighed = false;
  bool is_blamed = false;  ///< an author has marked it as bad

  explicit AnnotatedTally(const Record& record) noexcept : Base(record) {}

  void add(const Record& record) noexcept {
    if (static_cast<Verdict>(record.extra) == Verdict::none)
      Base::add(record);
    else
      add_with_verdict(record);
  }
  /// Moves that count more than once reach the limit of their 16 bits in fewer games.
  [[nodiscard]] bool is_full() const noexcept {
    if constexpr (requires { Base::kFull; })
      return Base::is_full() || Base::half_points >= 2 * Base::kFull;
    else
      return Base::is_full();
  }
  /// Whether the book has the move with weight 0.
  [[nodiscard]] bool is_bad() const noexcept { return is_blamed && Base::is_weightless(); }

 private:
  [[gnu::cold, gnu::noinline]] void add_with_verdict(Record record) noexcept {
    constexpr std::uint8_t kGood = 2;
    constexpr std::uint8_t kBrilliant = 3;
    switch (static_cast<Verdict>(record.extra)) {
      case Verdict::none:
        break;
      case Verdict::bad:
        is_blamed = true;
        Base::multiply(record, 0);
        break;
      case Verdict::good:
        Base::multiply(record, kGood);
        break;
      case Verdict::brilliant:
        Base::multiply(record, kBrilliant);
        break;
      case Verdict::weighed:
        is_weighed = true;
        weight = std::max(weight, static_cast<std::uint16_t>(record.weight));
        record.weight = kUnit;
        break;
    }
    Base::add(record);
  }
};

/// A tally for books of Crafty. Source: docs/crafty-book.md, "Making a book".
struct CraftyTally {
  using Stored = Record;

  chess::Key key = 0;
  std::uint16_t move = 0;
  std::uint8_t status = 0;
  std::uint8_t percent = 0;
  std::uint32_t games = 0;
  std::uint32_t wins = 0;
  std::uint32_t losses = 0;

  explicit CraftyTally(const Record& record) noexcept : key(record.key) {}

  void add(const Record& record) noexcept {
    ++games;
    wins += record.half_points >= 2 ? 1 : 0;
    losses += record.half_points == 0 || record.half_points == kUnknownResult ? 1 : 0;
    status |= record.extra;
    percent |= static_cast<std::uint8_t>(record.weight);
  }
  [[nodiscard]] static constexpr bool is_full() noexcept { return false; }
  void halve() noexcept {}
};

/// A tally for files of counts.
struct CountTally {
  using Stored = CountRecord;

  chess::Key key = 0;
  std::uint16_t move = 0;
  std::uint32_t group = 0;
  std::uint32_t input = 0;  ///< the first one with this move
  std::uint32_t games = 0;
  std::uint32_t wins = 0;
  std::uint32_t draws = 0;
  std::uint32_t losses = 0;  ///< games without a known result are only in `games`
  std::uint32_t rated = 0;
  std::uint32_t first_date = 0;
  std::uint32_t last_date = 0;
  std::uint64_t rating_sum = 0;
  std::uint64_t opponent_sum = 0;

  explicit CountTally(const CountRecord& record) noexcept
      : key(record.key), move(record.move), group(record.group), input(record.input) {}

  void add(const CountRecord& record) noexcept {
    ++games;
    wins += record.half_points == 2 ? 1 : 0;
    draws += record.half_points == 1 ? 1 : 0;
    losses += record.half_points == 0 ? 1 : 0;
    rated += record.rating != 0 ? 1 : 0;
    rating_sum += record.rating;
    opponent_sum += record.opponent;
    if (record.date == 0) return;
    first_date = first_date == 0 ? record.date : std::min(first_date, record.date);
    last_date = std::max(last_date, record.date);
  }
  [[nodiscard]] static constexpr bool is_full() noexcept { return false; }
  void halve() noexcept {}
};
static_assert(sizeof(CountTally) == 64);

/// A tally for a book and a file of counts at once.
template <class Book>
struct CountedTally : CountTally {
  Book book;

  explicit CountedTally(const CountRecord& record) noexcept : CountTally(record), book(record_of(record)) {}

  void add(const CountRecord& record) noexcept {
    CountTally::add(record);
    book.add(record_of(record));
  }
  [[nodiscard]] bool is_full() const noexcept { return book.is_full(); }
  void halve() noexcept { book.halve(); }

 private:
  /// In a book an unknown result counts as a draw.
  [[nodiscard]] static Record record_of(const CountRecord& record) noexcept {
    const std::uint8_t half_points = record.half_points == kUnknownResult ? 1 : record.half_points;
    return {.key = record.key, .weight = record.weight, .move = record.move, .half_points = half_points};
  }
};

}  // namespace polyglot::builder
