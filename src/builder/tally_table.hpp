// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "builder/block.hpp"
#include "builder/tally.hpp"

namespace polyglot::builder {

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
