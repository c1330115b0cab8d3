// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// Keys are like random numbers, so that they can serve as their own hash.
struct KeyHash {
  using is_avalanching = void;
  std::size_t operator()(chess::Key key) const noexcept { return key; }
};

/// A whole book in memory as records of a `.bin` book, about 20 bytes for each record. For walks that look up
/// nearly all its positions, and many more that it lacks. For a few lookups use BinBook.
class LoadedBook {
 public:
  /// Loads a sound book, see BinBookReader::open(). It may be empty. From a book of another format it loads
  /// the result of collect_entries().
  [[nodiscard]] static Result<LoadedBook> load(const std::string& path);
  /// Makes a book from records in the order of a sound book, those of the header included. They need not be
  /// in a file.
  LoadedBook(std::string path, std::vector<RawEntry> records);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// Whether the book ends with XBoard's closing record, which is not one of the entries.
  [[nodiscard]] bool has_closing_record() const noexcept { return has_closing_record_; }
  /// The records with key 0.
  [[nodiscard]] std::span<const RawEntry> header() const noexcept {
    return std::span(records_).first(header_size_);
  }
  /// All other records in file order, without XBoard's closing record.
  [[nodiscard]] std::span<const RawEntry> entries() const noexcept {
    return std::span(records_).subspan(header_size_);
  }
  /// XBoard's names of the variants in its header; empty without a readable header.
  [[nodiscard]] std::vector<std::string> variants() const;
  /// The problems of a book of another format, whose sound part was loaded.
  [[nodiscard]] std::span<const Error> troubles() const noexcept { return troubles_; }
  /// See note_on_variations().
  [[nodiscard]] const std::optional<Error>& note() const noexcept { return note_; }
  /// The number of different keys of the entries.
  [[nodiscard]] std::uint64_t position_count() const noexcept;

  /// The records of a key, a part of entries().
  [[nodiscard]] std::span<const RawEntry> find(chess::Key key) const noexcept {
    return low_bits_[key & (low_bits_.size() - 1)] ? search(key) : std::span<const RawEntry>();
  }

 private:
  [[nodiscard]] static Result<LoadedBook> collect(const std::string& path, BookFormat format);

  [[nodiscard]] std::span<const RawEntry> search(chess::Key key) const noexcept;

  std::string path_;
  std::vector<Error> troubles_;
  std::optional<Error> note_;
  std::vector<RawEntry> records_;
  std::size_t header_size_ = 0;
  bool has_closing_record_ = false;
  // Not a hash table: with boost::unordered_flat_map info-book takes a tenth longer.
  std::vector<bool> low_bits_;        ///< the low bits of all keys, as a set: it excludes nearly all keys
                                      ///< that the book lacks
  std::vector<std::size_t> buckets_;  ///< index of the first record by the high bits of the key; one more at
                                      ///< the end
  int bucket_shift_ = 0;
};

}  // namespace polyglot::book
