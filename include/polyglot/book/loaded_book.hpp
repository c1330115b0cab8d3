#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A whole book in memory as records of a `.bin` book, 16 bytes a record and about 30 a position: for walks
/// that ask for nearly everything in it and for much more that is not. Those who look a few positions up take
/// BinBook.
class LoadedBook {
 public:
  /// A sound book, see BinBookReader::open(); an empty one is fine. Of a book of another format what
  /// collect_entries() finds in it.
  [[nodiscard]] static Result<LoadedBook> load(const std::string& path);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// The records with key 0.
  [[nodiscard]] std::span<const RawEntry> header() const noexcept {
    return std::span(records_).first(header_size_);
  }
  /// All others, in file order, without XBoard's closing record.
  [[nodiscard]] std::span<const RawEntry> entries() const noexcept {
    return std::span(records_).subspan(header_size_);
  }
  /// How many keys they have.
  [[nodiscard]] std::uint64_t position_count() const noexcept { return runs_.size(); }

  /// The records of a key, a part of entries().
  [[nodiscard]] std::span<const RawEntry> find(chess::Key key) const noexcept;
  /// The moves of a position that the book may play: legal, weight over 0.
  [[nodiscard]] std::vector<BookMove> playable_moves(const chess::Position& position) const;

 private:
  [[nodiscard]] static Result<LoadedBook> collect(const std::string& path, BookFormat format);
  LoadedBook(std::string path, std::vector<RawEntry> records);

  std::string path_;
  std::vector<RawEntry> records_;
  std::size_t header_size_ = 0;
  boost::unordered_flat_map<chess::Key, std::size_t> runs_;  ///< where entries() has those of a key
};

}  // namespace polyglot::book
