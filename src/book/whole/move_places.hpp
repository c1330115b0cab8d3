// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/reached.hpp>

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

/// Whether both squares are on the same back rank.
[[nodiscard]] constexpr bool is_along_back_rank(std::uint16_t code) noexcept {
  const int from_rank = code >> 9;
  const int to_rank = (code >> 3) & 7;
  return from_rank == to_rank && (to_rank == 0 || to_rank == 7);
}

/// False for codes that cannot be castling as the king's own move, like e1g1, on a board of 64 squares. Such
/// castling goes along the back rank to file c or g.
[[nodiscard]] constexpr bool may_castle_by_king(std::uint16_t code) noexcept {
  const int from = code >> 6;
  const int to = code & 63;
  return is_along_back_rank(code) && from != to && (to % 8 == 2 || to % 8 == 6);
}

/// Finds out whether two records of one position are the same castling, written e1h1 and e1g1. Only the
/// position can show this. Therefore the books are loaded and walked once, when the first such pair occurs.
/// Most books have none.
class CastlingCodes {
 public:
  /// `paths`: the books. A book that cannot be loaded reaches no position.
  CastlingCodes(std::vector<std::string> paths, BookGames games)
      : paths_(std::move(paths)), games_(std::move(games)) {}

  /// A record of the same castling as another record, and the usual code of that castling.
  struct Same {
    std::size_t place = 0;
    std::uint16_t usual = 0;
  };
  /// The first record of a position with another code for the castling that `code` means. Nothing if there is
  /// none, or if the position is not known.
  [[nodiscard]] std::optional<Same> find_same(chess::Key key, std::uint16_t code, const MovePlaces& places);
  /// The place of a position's first record with this code, or if there is none, of the same castling.
  [[nodiscard]] std::optional<std::size_t> find_place(chess::Key key, std::uint16_t code,
                                                      const MovePlaces& places);

 private:
  /// The usual code of the move that both codes mean; nothing if they mean different moves, or if the
  /// position is not known.
  [[nodiscard]] std::optional<std::uint16_t> common_code(chess::Key key, std::uint16_t a, std::uint16_t b);

  /// The walk refers to its book, so both stay together.
  struct Walk {
    LoadedBook book;
    ReachedPositions reached;
    Walk(LoadedBook loaded, const BookGames& games) : book(std::move(loaded)), reached(book, games) {}
  };

  std::vector<std::string> paths_;
  BookGames games_;
  bool has_walked_ = false;
  std::vector<std::unique_ptr<Walk>> walks_;
};

}  // namespace polyglot::book
