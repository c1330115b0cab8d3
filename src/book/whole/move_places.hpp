// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include <polyglot/book/move_code.hpp>

namespace polyglot::book {

/// Finds the records of one position by the codes of their moves. Places count from 0.
class MovePlaces {
 public:
  void clear() noexcept {
    codes_.clear();
    later_.clear();
  }
  /// Adds the code of the record at the next place.
  void add(std::uint16_t code) {
    if (codes_.size() >= kFew) later_.emplace(code, codes_.size());
    codes_.push_back(code);
  }

  /// The place of the first record with this code that has not been taken.
  [[nodiscard]] std::optional<std::size_t> find(std::uint16_t code) const {
    const auto few = std::span(codes_).first(std::min(codes_.size(), kFew));
    const auto found = std::ranges::find(few, int{code});
    if (found != few.end()) return static_cast<std::size_t>(found - few.begin());
    const auto later = later_.lower_bound(code);
    return later != later_.end() && later->first == code ? std::optional(later->second) : std::nullopt;
  }
  /// The place of the usual code of a move. If there is none, that of its other code.
  [[nodiscard]] std::optional<std::size_t> find(const MoveCodes& codes) const {
    const auto usual = find(codes.usual);
    return usual || !codes.other ? usual : find(*codes.other);
  }

  /// Takes a record that find() has returned. Then find() returns the next record with its code.
  void take(std::size_t place) {
    if (place >= kFew) later_.erase(later_.lower_bound(codes_[place]));
    codes_[place] = kTaken;
  }

 private:
  static constexpr int kTaken = -1;
  /// A search of so few codes is faster than a look into a map.
  static constexpr std::size_t kFew = 128;

  std::vector<int> codes_;
  std::multimap<int, std::size_t> later_;  ///< the places from kFew on, in order for each code
};

}  // namespace polyglot::book
