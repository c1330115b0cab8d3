#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A whole `.bin` book in memory, about 20 bytes a record: for walks that ask for nearly everything in it and
/// for much more that is not. Those who look a few positions up take BinBook.
class LoadedBook {
 public:
  /// A sound book, see BinBookReader::open(); an empty one is fine.
  [[nodiscard]] static Result<LoadedBook> load(const std::string& path);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// The records with key 0.
  [[nodiscard]] std::span<const RawEntry> header() const noexcept {
    return std::span(records_).first(header_size_);
  }
  /// All others, in file order.
  [[nodiscard]] std::span<const RawEntry> entries() const noexcept {
    return std::span(records_).subspan(header_size_);
  }
  /// How many keys they have.
  [[nodiscard]] std::uint64_t position_count() const noexcept;

  /// The records of a key, a part of entries().
  [[nodiscard]] std::span<const RawEntry> find(chess::Key key) const noexcept {
    return may_hold(key) ? search(key) : std::span<const RawEntry>();
  }
  /// The moves of a position that the book may play: legal, weight over 0.
  [[nodiscard]] std::vector<BookMove> playable_moves(const chess::Position& position) const;

 private:
  LoadedBook(std::string path, std::vector<RawEntry> records);

  /// False for nearly all keys that are not there, with a look at one word.
  [[nodiscard]] bool may_hold(chess::Key key) const noexcept {
    return (filter_[(key & filter_mask_) / 64] >> (key % 64) & 1) != 0;
  }
  [[nodiscard]] std::span<const RawEntry> search(chess::Key key) const noexcept;

  std::string path_;
  std::vector<RawEntry> records_;
  std::size_t header_size_ = 0;
  std::vector<std::uint64_t> filter_;  ///< the low bits of all keys, as a set
  chess::Key filter_mask_ = 0;
  int bucket_shift_ = 0;
  std::vector<std::size_t> buckets_;  ///< by the high bits of the key: its first record; one more at the end
};

}  // namespace polyglot::book
