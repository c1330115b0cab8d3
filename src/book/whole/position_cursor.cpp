// SPDX-License-Identifier: MIT
#include "book/whole/position_cursor.hpp"

#include <polyglot/book/book_format.hpp>

#include "book/formats/bin/record_file.hpp"
#include "book/formats/formats.hpp"

namespace polyglot::book {

Result<PositionCursor> PositionCursor::open(const std::string& path, std::vector<Error>* notes) {
  auto recognised = open_recognised(path);
  if (!recognised) return recognised.error();
  const BookRecords records = traits_of(recognised->format).records;
  if (records == BookRecords::by_move) return Error{std::string(no_polyglot_book(recognised->format)), path};
  if (records != BookRecords::by_position) {
    auto book = LoadedBook::load(path);
    if (!book) return book.error();
    if (!book->troubles().empty()) return book->troubles().front();
    if (notes != nullptr && book->note()) notes->push_back(*book->note());
    return PositionCursor(path, std::move(*book));
  }
  auto file = RecordFile::of(std::move(*recognised));
  if (!file) return file.error();
  auto reader = BinBookReader::sound(BinBookReader::over(std::move(*file)));
  if (!reader) return reader.error();
  PositionCursor cursor(path, std::move(*reader));
  if (auto filled = cursor.refill(); !filled) return filled.error();
  return cursor;
}

Result<void> PositionCursor::refill() {
  auto* const reader = std::get_if<BinBookReader>(&book_);
  const auto block = reader != nullptr ? reader->next_block() : std::span<const RawEntry>();
  if (!block) return block.error();
  block_first_ += block_.size();
  block_ = *block;
  next_ = 0;
  return {};
}

Result<void> PositionCursor::take(std::vector<RawEntry>& records) {
  const chess::Key wanted = key();
  const std::uint64_t first = block_first_ + next_;
  const std::size_t before = records.size();
  while (!at_end() && key() == wanted) {
    records.push_back(block_[next_++]);
    if (next_ < block_.size()) continue;
    if (auto filled = refill(); !filled) return filled;
    if (records.size() - before > kMaxRecordsOfKey)
      return too_many_records(path_, first + kMaxRecordsOfKey, "one position");
  }
  return {};
}

}  // namespace polyglot::book
