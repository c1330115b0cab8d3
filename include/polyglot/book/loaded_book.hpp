// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

struct RecognisedFile;

/// A hash of keys: the key itself, because keys are like random numbers.
struct KeyHash {
  using is_avalanching = void;
  std::size_t operator()(chess::Key key) const noexcept { return key; }
};

/// A whole book in memory as records of a `.bin` book, about 20 bytes for each record. Use it for lookups of
/// nearly all positions; for a few use BinBook. Any number of threads may read it.
class LoadedBook {
 public:
  /// Loads a sound book, see BinBookReader::open(). It may be empty. From a book of another format it loads
  /// the result of collect_entries().
  [[nodiscard]] static Result<LoadedBook> load(const std::string& path);
  /// Loads a sound book from an open file. The reader must not have returned any records.
  [[nodiscard]] static Result<LoadedBook> load(BinBookReader reader);
  /// Loads an open file. Only this module can make a RecognisedFile.
  [[nodiscard]] static Result<LoadedBook> load(RecognisedFile recognised);
  /// Makes a book from records, header included, in the order of a sound book. They need not be in a file.
  LoadedBook(std::string path, std::vector<RawEntry> records);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] BookFormat format() const noexcept { return format_; }
  /// Returns true if the book ends with XBoard's closing record, which is not one of the entries.
  [[nodiscard]] bool has_closing_record() const noexcept { return has_closing_record_; }
  /// Returns the records with key 0.
  [[nodiscard]] std::span<const RawEntry> header() const noexcept {
    return std::span(records_).first(header_size_);
  }
  /// Returns all other records in file order, without XBoard's closing record.
  [[nodiscard]] std::span<const RawEntry> entries() const noexcept {
    return std::span(records_).subspan(header_size_);
  }
  /// Returns the header; nothing if the book has none. Error: it is damaged.
  [[nodiscard]] Result<std::optional<BookHeader>> parsed_header() const;
  /// Returns XBoard's names of the variants in its header; empty without a readable header.
  [[nodiscard]] std::vector<std::string> variants() const;
  /// Returns the problems of a book of another format, whose sound part was loaded.
  [[nodiscard]] std::span<const Error> troubles() const noexcept { return troubles_; }
  /// Returns note_on_variations() of the book.
  [[nodiscard]] const std::optional<Error>& note() const noexcept { return note_; }
  /// Calls `visit(records)` with the records of each key, in the order of the keys.
  template <class Visit>
  void visit_positions(Visit visit) const {
    for (auto rest = entries(); !rest.empty();) {
      const auto records = first_position(rest);
      rest = rest.subspan(records.size());
      visit(records);
    }
  }
  [[nodiscard]] std::uint64_t position_count() const;

  /// Returns the records of a key, a part of entries().
  [[nodiscard]] std::span<const RawEntry> find(chess::Key key) const noexcept {
    return low_bits_[key & (low_bits_.size() - 1)] ? search(key) : std::span<const RawEntry>();
  }

  /// Returns the records of the first of these keys that the book has. Source: keys_of().
  template <std::size_t kKeys>
  [[nodiscard]] std::span<const RawEntry> find(const std::array<chess::Key, kKeys>& keys) const noexcept {
    for (const chess::Key key : keys)
      if (const auto records = find(key); !records.empty()) return records;
    return {};
  }

 private:
  [[nodiscard]] std::span<const RawEntry> search(chess::Key key) const noexcept;

  std::string path_;
  BookFormat format_ = BookFormat::polyglot;
  std::vector<Error> troubles_;
  std::optional<Error> note_;
  std::vector<RawEntry> records_;
  std::size_t header_size_ = 0;
  bool has_closing_record_ = false;
  // Not a hash table: with boost::unordered_flat_map info-book takes a tenth longer.
  /// A set of the low bits of all keys, which excludes nearly all keys that the book lacks.
  std::vector<bool> low_bits_;
  /// Index of the first record for the high bits of a key; one more at the end.
  std::vector<std::size_t> buckets_;
  int bucket_shift_ = 0;
};

}  // namespace polyglot::book
