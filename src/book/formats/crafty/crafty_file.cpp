// SPDX-License-Identifier: MIT
#include "book/formats/crafty/crafty_file.hpp"
#include <algorithm>
#include <array>
#include <utility>

#include <polyglot/book/crafty.hpp>

#include "book/formats/formats.hpp"

namespace polyglot::book {
namespace {

/// Earlier versions made books with other random numbers.
constexpr std::uint32_t kLeastMajorVersion = 23;
/// A larger number at the end means that the book was truncated.
constexpr std::uint32_t kMostMajorVersion = 999;
constexpr std::uint64_t kLeastBookBytes = crafty_layout::kIndexBytes + crafty_layout::kVersionBytes;
constexpr std::uint32_t kMostRecordsOfCluster = 65536;

/// Reads an entry of the index.
std::int32_t offset_in(std::span<const std::byte> bytes) {
  return static_cast<std::int32_t>(crafty_layout::load(bytes.first<4>()));
}

Error cut_short(const std::string& path, std::uint64_t offset) {
  return {.what = "the Crafty book ends here: cut short or changed, copy or build it again",
          .where = path + ": offset " + std::to_string(offset)};
}

}  // namespace

bool is_crafty_index(std::span<const std::byte> start) noexcept {
  constexpr std::size_t kEntryBytes = 4;
  constexpr std::int64_t kLongestCluster =
      crafty_layout::kCountBytes + std::int64_t{CraftyRecord::kBytes} * kMostRecordsOfCluster;
  constexpr std::size_t kMostWrong = 8;  // at most one in this many entries may be damaged
  std::int64_t last = 0;
  std::size_t entries = 0;
  std::size_t zeros = 0;
  std::size_t wrong = 0;
  const bool is_long = start.size() >= kStartBytes;
  start = start.first(std::min(start.size(), crafty_layout::kIndexBytes));
  for (; start.size() >= kEntryBytes; start = start.subspan(kEntryBytes), ++entries) {
    const auto entry = offset_in(start);
    const std::int64_t least = last == 0 ? std::int64_t{crafty_layout::kIndexBytes} : last + 1;
    if (entry == 0) {
      ++zeros;
    } else if (entry >= least && entry < least + kLongestCluster) {
      last = entry;
    } else if (entry != -1) {
      ++wrong;
    }
  }
  const bool may_be_empty = is_long && zeros == 0;
  return (last > 0 || may_be_empty) && wrong * kMostWrong <= entries;
}

Result<CraftyFile> CraftyFile::open(const std::string& path) {
  auto file = os::File::open(path);
  if (!file) return file.error();
  const auto size = file->size();
  if (!size) return size.error();
  CraftyFile book(std::move(*file), *size);
  if (auto read = book.read_index(); !read) return read.error();
  if (auto read = book.check_version(); !read) return read.error();
  return book;
}

Result<void> CraftyFile::read_index() {
  std::vector<std::byte> bytes(crafty_layout::kIndexBytes);
  const auto got = file_.read_at(0, bytes);
  if (!got) return got.error();
  if (!is_crafty_index(std::span(bytes).first(*got)))
    return Error{"is not a Crafty book, or its index of clusters is damaged; copy or build the book again",
                 path() + ": offset 0"};
  if (size_ < kLeastBookBytes) return cut_short(path(), size_);
  index_.resize(crafty_layout::kClusters);
  for (std::size_t i = 0; i < index_.size(); ++i)
    index_[i] = offset_in(std::span(bytes).subspan(i * sizeof(std::int32_t)));
  cluster_count_ =
      static_cast<std::size_t>(std::ranges::count_if(index_, [](std::int32_t offset) { return offset > 0; }));
  return {};
}

Result<void> CraftyFile::check_version() const {
  std::array<std::byte, crafty_layout::kVersionBytes> bytes{};
  const std::uint64_t counts = cluster_count_ * crafty_layout::kCountBytes;
  const std::uint64_t rest = size_ - kLeastBookBytes;
  if (rest < counts || rest % crafty_layout::kCountBytes != 0) return cut_short(path(), size_);
  const auto got = file_.read_at(clusters_end(), bytes);
  if (!got) return got.error();
  if (*got < bytes.size()) return cut_short(path(), clusters_end() + *got);
  const std::uint32_t major = crafty_layout::load(bytes) >> 16;
  if (major > kMostMajorVersion) return cut_short(path(), size_);
  if (major < kLeastMajorVersion)
    return Error{"is a Crafty book of version " + std::to_string(major) +
                     ", or cut short: books from before 23.0 cannot be read, build it again",
                 path() + ": offset " + std::to_string(clusters_end())};
  return {};
}

std::uint64_t CraftyFile::record_count() const noexcept {
  return (size_ - kLeastBookBytes - cluster_count_ * crafty_layout::kCountBytes) / CraftyRecord::kBytes;
}

Error CraftyFile::bad_cluster(std::uint64_t offset) const {
  return {.what =
              "the index of the Crafty book names a cluster here, but there is none: damaged, copy or build "
              "the book again",
          .where = path() + ": offset " + std::to_string(offset)};
}

Result<void> CraftyFile::keep_in_memory() {
  std::vector<std::byte> content(size_);
  const auto got = file_.read_at(0, content);
  if (!got) return got.error();
  if (*got < content.size()) return cut_short(path(), *got);
  content_ = std::move(content);
  return {};
}

Result<std::span<const std::byte>> CraftyFile::bytes_at(std::uint64_t offset, std::size_t size,
                                                        std::vector<std::byte>& buffer) const {
  if (!content_.empty()) return std::span(content_).subspan(offset, size);
  buffer.resize(size);
  const auto got = file_.read_at(offset, buffer);
  if (!got) return got.error();
  if (*got < size) return cut_short(path(), offset + *got);
  return buffer;
}

Result<std::vector<CraftyRecord>> CraftyFile::cluster(std::size_t number) const {
  if (index_[number] <= 0) return std::vector<CraftyRecord>();
  const auto offset = static_cast<std::uint64_t>(index_[number]);
  const auto next = std::find_if(index_.begin() + static_cast<std::ptrdiff_t>(number) + 1, index_.end(),
                                 [](std::int32_t entry) { return entry > 0; });
  const std::uint64_t end = next == index_.end() ? clusters_end() : static_cast<std::uint64_t>(*next);
  if (offset < crafty_layout::kIndexBytes || end > clusters_end() ||
      end < offset + crafty_layout::kCountBytes ||
      end - offset > crafty_layout::kCountBytes + CraftyRecord::kBytes * std::uint64_t{kMostRecordsOfCluster})
    return bad_cluster(offset);

  std::vector<std::byte> buffer;
  const auto bytes = bytes_at(offset, end - offset, buffer);
  if (!bytes) return bytes.error();
  const std::uint64_t count = crafty_layout::load(bytes->first<crafty_layout::kCountBytes>());
  const auto stored = bytes->subspan(crafty_layout::kCountBytes);
  if (stored.size() != count * CraftyRecord::kBytes) return bad_cluster(offset);
  std::vector<CraftyRecord> records(count);
  for (std::size_t i = 0; i < count; ++i)
    records[i] =
        crafty_layout::decode(stored.subspan(i * CraftyRecord::kBytes).first<CraftyRecord::kBytes>());
  return records;
}

std::size_t crafty_cluster_of(const chess::Position& position) noexcept {
  return CraftyRecord{.key = crafty_signature(position)}.cluster();
}

/// Records do not store their moves, so we look up each legal move.
std::vector<CraftyHit> find_crafty_moves(const chess::Position& position,
                                         std::span<const CraftyRecord> records) {
  std::vector<CraftyHit> hits;
  const std::uint64_t signature = crafty_signature(position);
  constexpr int kOfPosition = 48;  // the bits of a key from this one up belong to the position
  const auto is_near = [signature](const CraftyRecord& record) {
    return record.key >> kOfPosition == signature >> kOfPosition;
  };
  if (position.needs_chess960() || std::ranges::none_of(records, is_near)) return hits;
  for (const chess::Move move : position.legal_moves()) {
    const std::uint64_t after = crafty_signature_after(position, signature, move);
    const std::uint64_t key = crafty_record_key(signature, after, position.side_to_move());
    const auto found = std::ranges::find(records, key, &CraftyRecord::key);
    if (found == records.end()) continue;
    const auto place = static_cast<std::size_t>(found - records.begin());
    hits.push_back({.move = move, .place = place, .record = *found});
  }
  std::ranges::sort(hits, {}, &CraftyHit::place);
  return hits;
}

}  // namespace polyglot::book
