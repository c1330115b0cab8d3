// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/loaded_book.hpp>

namespace polyglot::book {

/// Reads a book position by position: a `.bin` from its file, a book of another format by LoadedBook. Throws
/// a Failure if a book cannot be read or is damaged, and for a Crafty book.
class PositionCursor {
 public:
  /// Opens a book, and goes to its first position. Appends LoadedBook::note() to `notes`, if there is one.
  [[nodiscard]] static PositionCursor open(const std::string& path, std::vector<Error>* notes = nullptr);
  /// Reads an open `.bin`, and goes to its first position. `remedy`: see BinBookReader::sound().
  [[nodiscard]] static PositionCursor over(RecordFile file, std::string_view remedy);

  [[nodiscard]] bool at_end() const noexcept { return next_ == block_.size(); }
  /// The key of the next position; undefined at the end.
  [[nodiscard]] chess::Key key() const noexcept { return block_[next_].key; }
  [[nodiscard]] bool is_at(chess::Key key) const noexcept { return !at_end() && block_[next_].key == key; }

  /// Replaces the contents of `records` by the records of the next position, and goes to the one after it.
  void take(std::vector<RawEntry>& records);

 private:
  PositionCursor(std::string path, BinBookReader reader) : path_(std::move(path)), book_(std::move(reader)) {}
  PositionCursor(std::string path, LoadedBook book)
      : path_(std::move(path)), book_(std::move(book)), block_(std::get<LoadedBook>(book_).entries()) {}

  void refill();

  std::string path_;
  std::variant<BinBookReader, LoadedBook> book_;
  std::span<const RawEntry> block_;
  std::uint64_t block_first_ = 0;  ///< number of the block's first record
  std::size_t next_ = 0;           ///< index in the block
};

/// The lowest key at the cursors of several books; nothing if all are at their end. `cursor_of` returns the
/// cursor of a book.
template <class Books, class CursorOf = std::identity>
[[nodiscard]] std::optional<chess::Key> lowest_key(const Books& books, CursorOf cursor_of = {}) {
  std::optional<chess::Key> lowest;
  for (const auto& book : books) {
    const PositionCursor& cursor = std::invoke(cursor_of, book);
    if (!cursor.at_end() && (!lowest || cursor.key() < *lowest)) lowest = cursor.key();
  }
  return lowest;
}

}  // namespace polyglot::book
