#include <algorithm>
#include <bit>

#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/move_code.hpp>

namespace polyglot::book {
namespace {

/// So many bits of the filter for each record: one of sixteen absent keys gets past it.
constexpr std::uint64_t kFilterBits = 16;
constexpr std::uint64_t kRecordsOfBucket = 8;
constexpr int kKeyBits = 64;

}  // namespace

Result<LoadedBook> LoadedBook::load(const std::string& path) {
  auto reader = BinBookReader::open(path);
  if (!reader) return reader.error();
  std::vector<RawEntry> records;
  records.reserve(reader->count());
  for (;;) {
    const auto block = reader->next_block();
    if (!block) return block.error();
    if (block->empty()) break;
    records.insert(records.end(), block->begin(), block->end());
  }
  return LoadedBook(path, std::move(records));
}

LoadedBook::LoadedBook(std::string path, std::vector<RawEntry> records)
    : path_(std::move(path)), records_(std::move(records)) {
  const auto first = std::ranges::find_if(records_, [](const RawEntry& entry) { return entry.key != 0; });
  header_size_ = static_cast<std::size_t>(first - records_.begin());

  filter_mask_ = std::bit_ceil(std::max<std::uint64_t>(records_.size() * kFilterBits, kKeyBits)) - 1;
  filter_.resize(filter_mask_ / kKeyBits + 1);
  const std::uint64_t buckets = std::bit_ceil(records_.size() / kRecordsOfBucket + 2);
  bucket_shift_ = kKeyBits - std::countr_zero(buckets);
  buckets_.assign(buckets + 1, 0);
  for (const RawEntry& entry : entries()) {
    filter_[(entry.key & filter_mask_) / kKeyBits] |= std::uint64_t{1} << (entry.key % kKeyBits);
    ++buckets_[(entry.key >> bucket_shift_) + 1];
  }
  for (std::size_t i = 1; i < buckets_.size(); ++i) buckets_[i] += buckets_[i - 1];
}

std::uint64_t LoadedBook::position_count() const noexcept {
  std::uint64_t count = 0;
  chess::Key last = 0;
  for (const RawEntry& entry : entries()) count += std::exchange(last, entry.key) != entry.key ? 1 : 0;
  return count;
}

std::span<const RawEntry> LoadedBook::search(chess::Key key) const noexcept {
  const std::size_t bucket = key >> bucket_shift_;
  const auto candidates = entries().subspan(buckets_[bucket], buckets_[bucket + 1] - buckets_[bucket]);
  const auto first = std::ranges::lower_bound(candidates, key, {}, &RawEntry::key);
  const auto last = std::ranges::find_if(first, candidates.end(),
                                         [key](const RawEntry& entry) { return entry.key != key; });
  return {first, last};
}

std::vector<BookMove> LoadedBook::playable_moves(const chess::Position& position) const {
  std::vector<BookMove> moves = decode_moves(position, find(position.key())).moves;
  std::erase_if(moves, [](const BookMove& move) { return move.weight == 0; });
  return moves;
}

}  // namespace polyglot::book
