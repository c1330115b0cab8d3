// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/book/move_code.hpp>

namespace polyglot::book {

/// The number of records that this thread has compared to find moves. For tests.
inline std::uint64_t& compared_records() noexcept {
  thread_local std::uint64_t count = 0;
  return count;
}

/// Finds the records of one position by the codes of their moves. This takes few steps, because a file can
/// have 65536 records of one position. Nearly all positions have few records, which are compared one by one.
class MovePlaces {
 public:
  /// Replaces the map, because clearing it would take time for its largest size so far.
  void clear() {
    if (!of_codes_.empty()) of_codes_ = {};
    records_.clear();
  }

  /// Adds the code of the record at the next place; places count from 0.
  void add(std::uint16_t code) {
    records_.push_back({.code = code});
    if (records_.size() <= kFew) return;
    for (std::size_t place = of_codes_.empty() ? 0 : records_.size() - 1; place < records_.size(); ++place)
      map(place);
  }

  /// The place of the first record with this code that has not been taken.
  [[nodiscard]] std::optional<std::size_t> find(std::uint16_t code) const {
    if (!of_codes_.empty()) {
      ++compared_records();
      const auto known = of_codes_.find(code);
      return known == of_codes_.end() || known->second.first == kNone ? std::nullopt
                                                                      : std::optional(known->second.first);
    }
    compared_records() += records_.size();
    const auto found = std::ranges::find_if(
        records_, [code](const Record& record) { return record.code == code && !record.is_taken; });
    if (found == records_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - records_.begin());
  }
  /// The place of the usual code of a move. If there is none, that of its other code.
  [[nodiscard]] std::optional<std::size_t> find(const MoveCodes& codes) const {
    const auto usual = find(codes.usual);
    return usual || !codes.other ? usual : find(*codes.other);
  }

  /// Takes a record that find() has returned. Then find() returns the next record with its code.
  void take(std::size_t place) {
    Record& record = records_[place];
    record.is_taken = true;
    if (!of_codes_.empty()) of_codes_.at(record.code).first = record.next;
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  static constexpr std::size_t kFew = 32;

  struct Record {
    std::uint16_t code = 0;
    bool is_taken = false;
    std::size_t next = kNone;  ///< the next record with the same code
  };

  /// Places of the records with one code that have not been taken.
  struct Ends {
    std::size_t first = kNone;
    std::size_t last = kNone;
  };

  void map(std::size_t place) {
    ++compared_records();
    const Record& record = records_[place];
    if (record.is_taken) return;
    Ends& ends = of_codes_[record.code];
    if (ends.first == kNone)
      ends.first = place;
    else
      records_[ends.last].next = place;
    ends.last = place;
  }

  std::vector<Record> records_;
  boost::unordered_flat_map<std::uint16_t, Ends> of_codes_;  ///< empty while there are few records
};

}  // namespace polyglot::book
