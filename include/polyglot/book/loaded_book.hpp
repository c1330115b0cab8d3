// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// Keys are as good as random: a table needs no other hash.
struct KeyHash {
  using is_avalanching = void;
  std::size_t operator()(chess::Key key) const noexcept { return key; }
};

/// A whole book in memory as records of a `.bin` book, about 20 bytes a record: for walks that ask for nearly
/// everything in it and for much more that is not. Those who look a few positions up take BinBook.
class LoadedBook {
 public:
  /// A sound book, see BinBookReader::open(); an empty one is fine. Of a book of another format what
  /// collect_entries() finds in it.
  [[nodiscard]] static Result<LoadedBook> load(const std::string& path);
  /// Records in the order of a sound book, the header's included, which need not be in a file.
  LoadedBook(std::string path, std::vector<RawEntry> records);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// Whether it ends with XBoard's closing record, which is none of the entries.
  [[nodiscard]] bool has_closing_record() const noexcept { return has_closing_record_; }
  /// The records with key 0.
  [[nodiscard]] std::span<const RawEntry> header() const noexcept {
    return std::span(records_).first(header_size_);
  }
  /// All others, in file order, without XBoard's closing record.
  [[nodiscard]] std::span<const RawEntry> entries() const noexcept {
    return std::span(records_).subspan(header_size_);
  }
  /// XBoard's names of the variants in its header; none if it has no header that can be read.
  [[nodiscard]] std::vector<std::string> variants() const;
  /// What is wrong with a book of another format, whose sound part is there.
  [[nodiscard]] std::span<const Error> troubles() const noexcept { return troubles_; }
  /// How many keys they have.
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
  std::vector<RawEntry> records_;
  std::size_t header_size_ = 0;
  bool has_closing_record_ = false;
  // Not a hash table: with boost::unordered_flat_map info-book takes a tenth longer.
  std::vector<bool> low_bits_;        ///< of all keys, as a set: nearly all that are absent are not in it
  std::vector<std::size_t> buckets_;  ///< by the high bits of the key: its first record; one more at the end
  int bucket_shift_ = 0;
};

}  // namespace polyglot::book
