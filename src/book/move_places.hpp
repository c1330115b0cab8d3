// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/book/move_code.hpp>

namespace polyglot::book {

/// How many records this thread has compared in search of a move. Tests measure with it.
inline std::uint64_t& compared_records() noexcept {
  thread_local std::uint64_t count = 0;
  return count;
}

/// Finds the records of one position by the codes of their moves, in one step however many there are: a file
/// can give one position 65536 records.
class MovePlaces {
 public:
  /// A map that has been large would stay so, and each clear() would go through it.
  void clear() {
    of_codes_ = {};
    next_.clear();
  }

  /// The record at the next place, from 0 on, has this code.
  void add(std::uint16_t code) {
    ++compared_records();
    const std::size_t place = next_.size();
    next_.push_back(kNone);
    const auto [known, is_new] = of_codes_.try_emplace(code, Ends{.first = place, .last = place});
    if (is_new) return;
    Ends& ends = known->second;
    if (ends.first == kNone)
      ends.first = place;
    else
      next_[ends.last] = place;
    ends.last = place;
  }

  /// The place of the first record with this code that has not been taken.
  [[nodiscard]] std::optional<std::size_t> find(std::uint16_t code) const {
    ++compared_records();
    const auto known = of_codes_.find(code);
    if (known == of_codes_.end() || known->second.first == kNone) return std::nullopt;
    return known->second.first;
  }
  /// The same for the usual code of a move, else for its other one.
  [[nodiscard]] std::optional<std::size_t> find(const MoveCodes& codes) const {
    const auto usual = find(codes.usual);
    return usual || !codes.other ? usual : find(*codes.other);
  }

  /// Takes what find() has found: from now on it gives the next record with this code.
  void take(std::uint16_t code) {
    std::size_t& first = of_codes_.at(code).first;
    first = next_[first];
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  /// Places of the records with one code that have not been taken.
  struct Ends {
    std::size_t first = kNone;
    std::size_t last = kNone;
  };

  boost::unordered_flat_map<std::uint16_t, Ends> of_codes_;
  std::vector<std::size_t> next_;  ///< of each record: the next one with its code
};

}  // namespace polyglot::book
