// SPDX-License-Identifier: MIT
#include "book/formats/crafty/crafty_file.hpp"

#include <polyglot/book/crafty.hpp>
#include <polyglot/os/atomic_file.hpp>

#include "book/formats/formats.hpp"
#include "book/whole/replace_file.hpp"

namespace polyglot::book {
namespace {

/// Earlier versions made books with other random numbers.
constexpr std::uint32_t kLeastMajorVersion = 23;
/// A larger number at the end means that the book was truncated.
constexpr std::uint32_t kMostMajorVersion = 999;
constexpr std::uint64_t kLeastBookBytes = crafty_layout::kIndexBytes + crafty_layout::kVersionBytes;
constexpr std::uint32_t kMostRecordsOfCluster = 65536;

/// The bytes of a record in a file. Source: docs/crafty-book.md, "Records".
struct StoredRecord {
  boost::endian::little_uint64_t key;
  boost::endian::little_uint32_t status_and_count;
  boost::endian::little_float32_t learn;
};
static_assert(sizeof(StoredRecord) == CraftyRecord::kBytes);

CraftyRecord decode(std::span<const std::byte, CraftyRecord::kBytes> bytes) {
  StoredRecord stored;
  std::memcpy(&stored, bytes.data(), sizeof(stored));
  const std::uint32_t word = stored.status_and_count;
  return {.key = stored.key,
          .status = static_cast<std::uint8_t>(word >> 24),
          .count = word & CraftyRecord::kMostCount,
          .learn = stored.learn};
}

void encode(const CraftyRecord& record, std::span<std::byte, CraftyRecord::kBytes> bytes) {
  const StoredRecord stored = {.key = record.key,
                               .status_and_count = std::uint32_t{record.status} << 24 | record.count,
                               .learn = record.learn};
  std::memcpy(bytes.data(), &stored, sizeof(stored));
}

std::int32_t offset_in(std::span<const std::byte> bytes) {
  return static_cast<std::int32_t>(crafty_layout::load(bytes.first<4>()));
}

Failure cut_short(const std::string& path, std::uint64_t offset) {
  return Failure("the Crafty book ends here: cut short or changed, copy or build it again",
                 path + ": offset " + std::to_string(offset));
}

void add_number(BlockFile& out, std::uint32_t value) {
  out.add<sizeof(value)>([value](auto bytes) { crafty_layout::store(value, bytes); });
}

/// Writes a whole book, which does not get its name yet.
std::optional<os::AtomicFile> make_crafty_file(const std::string& path, std::span<const CraftyRecord> records,
                                               const CraftyClusters& clusters) {
  constexpr std::uint32_t kNone = 0xffffffff;
  constexpr auto kMostBytes = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
  const std::size_t size = crafty_layout::kIndexBytes + crafty_layout::kCountBytes * clusters.count() +
                           CraftyRecord::kBytes * records.size();
  if (size > kMostBytes)
    throw Failure("cannot be written: " + std::to_string(records.size()) +
                      " moves are more than a Crafty book can hold",
                  path);
  auto file = os::AtomicFile::create(path).value();
  if (clusters.none()) return file;
  BlockFile out(std::move(file));
  std::vector<std::uint32_t> counts(kCraftyClusters);
  for (const CraftyRecord& record : records) ++counts[record.cluster()];
  std::size_t offset = crafty_layout::kIndexBytes;
  for (std::size_t i = 0; i < kCraftyClusters; ++i) {
    add_number(out, clusters[i] ? static_cast<std::uint32_t>(offset) : kNone);
    if (clusters[i]) offset += crafty_layout::kCountBytes + CraftyRecord::kBytes * counts[i];
  }
  for (std::size_t i = 0; i < kCraftyClusters; ++i) {
    if (!clusters[i]) continue;
    add_number(out, counts[i]);
    for (const CraftyRecord& record : records.first(counts[i]))
      out.add<CraftyRecord::kBytes>([&](auto bytes) { encode(record, bytes); });
    records = records.subspan(counts[i]);
  }
  add_number(out, crafty_layout::kVersion);
  out.flush();
  return std::move(out.file());
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
  return result_of([&] {
    auto file = os::File::open(path).value();
    const std::uint64_t size = file.size().value();
    CraftyFile book(std::move(file), size);
    book.read_index();
    book.check_version();
    return book;
  });
}

void CraftyFile::read_index() {
  std::vector<std::byte> bytes(crafty_layout::kIndexBytes);
  const std::size_t got = file_.read_at(0, bytes).value();
  if (!is_crafty_index(std::span(bytes).first(got)))
    throw Failure("is not a Crafty book, or its index of clusters is damaged; copy or build the book again",
                  path() + ": offset 0");
  if (size_ < kLeastBookBytes) throw cut_short(path(), size_);
  index_.resize(kCraftyClusters);
  for (std::size_t i = 0; i < index_.size(); ++i)
    index_[i] = offset_in(std::span(bytes).subspan(i * sizeof(std::int32_t)));
  cluster_count_ =
      static_cast<std::size_t>(std::ranges::count_if(index_, [](std::int32_t offset) { return offset > 0; }));
}

void CraftyFile::check_version() const {
  const std::uint64_t counts = cluster_count_ * crafty_layout::kCountBytes;
  const std::uint64_t rest = size_ - kLeastBookBytes;
  if (rest < counts || rest % crafty_layout::kCountBytes != 0) throw cut_short(path(), size_);
  std::vector<std::byte> buffer;
  const auto bytes = bytes_at(clusters_end(), crafty_layout::kVersionBytes, buffer);
  const std::uint32_t major = crafty_layout::load(bytes.first<crafty_layout::kVersionBytes>()) >> 16;
  if (major > kMostMajorVersion) throw cut_short(path(), size_);
  if (major < kLeastMajorVersion)
    throw Failure("is a Crafty book of version " + std::to_string(major) +
                      ", or cut short: books from before 23.0 cannot be read, build it again",
                  path() + ": offset " + std::to_string(clusters_end()));
}

std::uint64_t CraftyFile::record_count() const noexcept {
  return (size_ - kLeastBookBytes - cluster_count_ * crafty_layout::kCountBytes) / CraftyRecord::kBytes;
}

Result<void> CraftyFile::keep_in_memory() {
  return result_of([this] {
    std::vector<std::byte> content(size_);
    const std::size_t got = file_.read_at(0, content).value();
    if (got < content.size()) throw cut_short(path(), got);
    content_ = std::move(content);
  });
}

std::span<const std::byte> CraftyFile::bytes_at(std::uint64_t offset, std::size_t size,
                                                std::vector<std::byte>& buffer) const {
  if (!content_.empty()) return std::span(content_).subspan(offset, size);
  buffer.resize(size);
  const std::size_t got = file_.read_at(offset, buffer).value();
  if (got < size) throw cut_short(path(), offset + got);
  return buffer;
}

Result<std::vector<CraftyRecord>> CraftyFile::cluster(std::size_t number) const {
  if (index_[number] <= 0) return std::vector<CraftyRecord>();
  const auto offset = static_cast<std::uint64_t>(index_[number]);
  const auto next = std::find_if(index_.begin() + static_cast<std::ptrdiff_t>(number) + 1, index_.end(),
                                 [](std::int32_t entry) { return entry > 0; });
  const std::uint64_t end = next == index_.end() ? clusters_end() : static_cast<std::uint64_t>(*next);
  const auto damaged = [&] {
    return Failure(
        "the index of the Crafty book names a cluster here, but there is none: damaged, copy or build the "
        "book again",
        path() + ": offset " + std::to_string(offset));
  };
  return result_of([&] {
    constexpr std::uint64_t kLongest =
        crafty_layout::kCountBytes + CraftyRecord::kBytes * std::uint64_t{kMostRecordsOfCluster};
    if (offset < crafty_layout::kIndexBytes || end > clusters_end() ||
        end < offset + crafty_layout::kCountBytes || end - offset > kLongest)
      throw damaged();
    std::vector<std::byte> buffer;
    const auto bytes = bytes_at(offset, end - offset, buffer);
    const std::uint64_t count = crafty_layout::load(bytes.first<crafty_layout::kCountBytes>());
    const auto stored = bytes.subspan(crafty_layout::kCountBytes);
    if (stored.size() != count * CraftyRecord::kBytes) throw damaged();
    std::vector<CraftyRecord> records(count);
    for (std::size_t i = 0; i < count; ++i)
      records[i] = decode(stored.subspan(i * CraftyRecord::kBytes).first<CraftyRecord::kBytes>());
    return records;
  });
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

Result<void> write_crafty_book(const std::string& path,
                               const std::function<Result<void>(CraftyContent&)>& make) {
  return result_of([&] {
    replace_file({}, path, [&](bool) {
      CraftyContent book;
      make(book).value();
      return make_crafty_file(path, book.records, book.clusters);
    });
  });
}

Result<void> write_crafty_book(const std::string& path, std::span<const CraftyRecord> records,
                               const CraftyClusters& clusters) {
  return result_of(
      [&] { replace_file({}, path, [&](bool) { return make_crafty_file(path, records, clusters); }); });
}

}  // namespace polyglot::book
