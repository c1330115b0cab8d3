// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <unordered_map>

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
  [[nodiscard]] static Record record_of(const CountRecord& record) noexcept {
    return {.key = record.key,
            .weight = record.weight,
            .move = record.move,
            .half_points = record.half_points_in_book};
  }
};

/// Adds up records of one partition after another. The tallies are in the order in which their moves were
/// first seen, with an index by hash.
/// boost::unordered_flat_set or _map as the index takes 6 or 8 % more user time for whole games, 5 or 3 % for
/// short ones.
template <class Tally>
class TallyTable {
 public:
  using Stored = typename Tally::Stored;

  /// The maximum bytes of a move.
  static constexpr std::size_t kBytesPerMove = sizeof(Tally) + 4 * sizeof(std::uint32_t);

  /// Begins again with the tallies of an earlier table.
  void start(std::span<const Tally> tallies, std::size_t new_records) {
    tallies_.assign(tallies.begin(), tallies.end());
    halved_.clear();
    resize_index(std::bit_ceil(std::max<std::size_t>(kLeastIndex, tallies.size() + new_records / 2)) * 2);
  }

  void add(const Stored& record) {
    std::uint32_t* const slot = find(record);
    if (*slot == kEmpty) {
      const auto place = static_cast<std::uint32_t>(tallies_.size());
      *slot = place;
      tallies_.emplace_back(record).add(record);
      if (!halved_.empty()) note_move_of_halved(record.key, place);
      if (2 * tallies_.size() > index_.size()) resize_index(2 * index_.size());
      return;
    }
    Tally& tally = tallies_[*slot];
    tally.add(record);
    if (tally.is_full()) halve_moves_of(record.key);
  }

  [[nodiscard]] std::span<const Tally> tallies() const noexcept { return tallies_; }

 private:
  static constexpr std::uint32_t kEmpty = ~std::uint32_t{0};
  static constexpr std::size_t kLeastIndex = 4;

  /// The low bits of a key are as random as the high ones, which all records here share.
  [[nodiscard]] std::size_t home_of(chess::Key key, std::uint64_t move) const noexcept {
    return static_cast<std::size_t>(key ^ ((move * std::uint64_t{0x9e3779b97f4a7c15}) >> 32)) & mask_;
  }

  /// A number for what is added up separately in a position: a move, or a move and a group.
  template <class Move>
  [[nodiscard]] static std::uint64_t number_of(const Move& move) noexcept {
    if constexpr (requires { move.group; })
      return move.move | std::uint64_t{move.group} << 16;
    else
      return move.move;
  }

  template <class Move>
  [[nodiscard]] std::uint32_t* find(const Move& wanted) noexcept {
    const std::uint64_t number = number_of(wanted);
    std::size_t at = home_of(wanted.key, number);
    for (; index_[at] != kEmpty; at = (at + 1) & mask_) {
      const Tally& tally = tallies_[index_[at]];
      if (tally.key == wanted.key && number_of(tally) == number) break;
    }
    return &index_[at];
  }

  void resize_index(std::size_t size) {
    index_.assign(size, kEmpty);
    mask_ = size - 1;
    for (std::size_t i = 0; i < tallies_.size(); ++i) *find(tallies_[i]) = static_cast<std::uint32_t>(i);
  }

  /// At the first halving of a position it reads all tallies. Such positions are few, but halved many times.
  void halve_moves_of(chess::Key key) {
    const auto [moves, is_first] = halved_.try_emplace(key);
    if (is_first) {
      for (std::uint32_t i = 0; i < tallies_.size(); ++i) {
        if (tallies_[i].key == key) moves->second.push_back(i);
      }
    }
    for (const std::uint32_t i : moves->second) tallies_[i].halve();
  }

  void note_move_of_halved(chess::Key key, std::uint32_t place) {
    if (const auto moves = halved_.find(key); moves != halved_.end()) moves->second.push_back(place);
  }

  std::vector<Tally> tallies_;
  std::vector<std::uint32_t> index_;
  std::size_t mask_ = 0;
  /// For each position that has been halved, the places of its moves in tallies_.
  std::unordered_map<chess::Key, std::vector<std::uint32_t>> halved_;
};

}  // namespace polyglot::builder
