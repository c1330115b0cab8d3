#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include <polyglot/book/bin_reader.hpp>

namespace polyglot::book {

/// Reads a book position by position.
class PositionCursor {
 public:
  /// At the first records of the book. The path is for errors.
  [[nodiscard]] static Result<PositionCursor> open(const std::string& path);

  [[nodiscard]] bool at_end() const noexcept { return next_ == block_.size(); }
  /// Of the next position; meaningless at the end.
  [[nodiscard]] chess::Key key() const noexcept { return block_[next_].key; }
  [[nodiscard]] bool is_at(chess::Key key) const noexcept { return !at_end() && block_[next_].key == key; }

  /// Puts the records of the next position behind `records` and goes on to the one after it.
  [[nodiscard]] Result<void> take(std::vector<RawEntry>& records);

 private:
  explicit PositionCursor(BinBookReader reader) : reader_(std::move(reader)) {}

  [[nodiscard]] Result<void> refill();

  BinBookReader reader_;
  std::span<const RawEntry> block_;
  std::uint64_t block_first_ = 0;  ///< number of its first record
  std::size_t next_ = 0;           ///< in the block
};

}  // namespace polyglot::book
