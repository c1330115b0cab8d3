// SPDX-License-Identifier: MIT
#include <numeric>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/convert.hpp>
#include <polyglot/book/loaded_book.hpp>

#include "book/formats/bin/record_file.hpp"
#include "book/formats/formats.hpp"
#include "book/whole/position_cursor.hpp"

namespace polyglot::book {

Result<LoadedBook> LoadedBook::load(const std::string& path) {
  auto recognised = open_recognised(path);
  return recognised ? load(std::move(*recognised)) : recognised.error();
}

Result<LoadedBook> LoadedBook::load(BinBookReader reader) {
  return result_of([&] {
    auto sound = BinBookReader::sound(std::move(reader)).value();
    return LoadedBook(sound.path(), sound.read_all().value());
  });
}

Result<LoadedBook> LoadedBook::load(RecognisedFile recognised) {
  return result_of([&] {
    const BookFormat format = recognised.format;
    if (traits_of(format).records == BookRecords::by_position)
      return load(BinBookReader::over(RecordFile::of(std::move(recognised)).value())).value();
    const auto book = open_book(recognised.file.path(), format).value();
    ConvertReport unused;
    LoadedBook loaded(book->path(), collect_entries(*book, unused));
    loaded.format_ = format;
    while (auto trouble = book->take_trouble()) loaded.troubles_.push_back(std::move(*trouble));
    loaded.note_ = note_on_variations(*book);
    return loaded;
  });
}

LoadedBook::LoadedBook(std::string path, std::vector<RawEntry> records)
    : path_(std::move(path)), records_(std::move(records)) {
  const std::size_t size = without_closing(records_).size();
  has_closing_record_ = size < records_.size();
  records_.resize(size);
  const auto first = std::ranges::find_if(records_, [](const RawEntry& entry) { return entry.key != 0; });
  header_size_ = static_cast<std::size_t>(first - records_.begin());

  constexpr std::size_t kFilterBits = 16;  // for each record: one of sixteen absent keys passes the filter
  constexpr std::size_t kRecordsOfBucket = 8;
  low_bits_.resize(std::bit_ceil(records_.size() * kFilterBits + 1));
  const std::size_t buckets = std::bit_ceil(records_.size() / kRecordsOfBucket + 2);
  bucket_shift_ = std::numeric_limits<chess::Key>::digits - std::countr_zero(buckets);
  buckets_.resize(buckets + 1);
  for (const RawEntry& entry : entries()) {
    low_bits_[entry.key & (low_bits_.size() - 1)] = true;
    ++buckets_[(entry.key >> bucket_shift_) + 1];
  }
  std::partial_sum(buckets_.begin(), buckets_.end(), buckets_.begin());
}

Result<std::optional<BookHeader>> LoadedBook::parsed_header() const {
  if (header().empty()) return std::optional<BookHeader>();
  auto read = parse_header(header());
  if (!read) return Error{read.error().what, path_};
  return std::optional(std::move(*read));
}

std::vector<std::string> LoadedBook::variants() const {
  const auto read = parsed_header();
  return read && *read ? (*read)->variants : std::vector<std::string>();
}

std::uint64_t LoadedBook::position_count() const {
  std::uint64_t count = 0;
  visit_positions([&count](std::span<const RawEntry>) { ++count; });
  return count;
}

std::span<const RawEntry> LoadedBook::search(chess::Key key) const noexcept {
  const std::size_t bucket = key >> bucket_shift_;
  const auto candidates = entries().subspan(buckets_[bucket], buckets_[bucket + 1] - buckets_[bucket]);
  const auto first = std::ranges::lower_bound(candidates, key, {}, &RawEntry::key);
  const auto is_another = [key](const RawEntry& entry) { return entry.key != key; };
  return {first, std::ranges::find_if(first, candidates.end(), is_another)};
}

PositionCursor PositionCursor::open(const std::string& path, std::vector<Error>* notes) {
  RecognisedFile recognised = open_recognised(path).value();
  const BookRecords records = traits_of(recognised.format).records;
  if (records == BookRecords::by_move) throw Failure(std::string(no_polyglot_book(recognised.format)), path);
  if (records != BookRecords::by_position) {
    LoadedBook book = LoadedBook::load(std::move(recognised)).value();
    if (!book.troubles().empty()) throw Failure(book.troubles().front());
    if (notes != nullptr && book.note()) notes->push_back(*book.note());
    return PositionCursor(path, std::move(book));
  }
  return over(RecordFile::of(std::move(recognised)).value(), BinBookReader::kRemedy);
}

PositionCursor PositionCursor::over(RecordFile file, std::string_view remedy) {
  const std::string path = file.path();
  PositionCursor cursor(path, BinBookReader::sound(BinBookReader::over(std::move(file)), remedy).value());
  cursor.refill();
  return cursor;
}

void PositionCursor::refill() {
  auto* const reader = std::get_if<BinBookReader>(&book_);
  block_first_ += block_.size();
  block_ = reader != nullptr ? reader->next_block().value() : std::span<const RawEntry>();
  next_ = 0;
}

void PositionCursor::take(std::vector<RawEntry>& records) {
  const chess::Key wanted = key();
  const std::uint64_t first = block_first_ + next_;
  records.clear();
  while (!at_end() && key() == wanted) {
    records.push_back(block_[next_++]);
    if (next_ < block_.size()) continue;
    refill();
    if (records.size() > kMaxRecordsOfKey)
      throw Failure(too_many_records(path_, first + kMaxRecordsOfKey, "one position"));
  }
}

}  // namespace polyglot::book
