// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include <polyglot/counts/counts_file.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/mapping.hpp>

#include "counts/bits.hpp"
#include "counts/bucket.hpp"
#include "counts/file_layout.hpp"
#include "counts/file_reader.hpp"

namespace polyglot::counts {
namespace {

/// The bytes of a partition that a walk reads at once.
constexpr std::size_t kReadAtOnce = std::size_t{1} << 17;

Result<void> read_into(const os::File& file, std::uint64_t at, std::uint64_t size, std::string& bytes) {
  bytes.resize(size);
  const auto got = file.read_at(at, std::as_writable_bytes(std::span(bytes)));
  if (!got) return got.error();
  if (*got != size) return Error{"the file became shorter while it was read", file.path()};
  return {};
}

Result<std::string> read_bytes(const os::File& file, std::uint64_t at, std::uint64_t size) {
  std::string bytes;
  if (auto read = read_into(file, at, size, bytes); !read) return read.error();
  return {boost::system::in_place_value, std::move(bytes)};
}

Error damaged(const os::File& file, std::uint32_t partition) {
  return {"partition " + std::to_string(partition) + " is damaged: make or copy the file again", file.path()};
}

Error named(Error error, const std::string& path) {
  if (error.where.empty()) error.where = path;
  return error;
}

/// A bucket's row of the table.
struct Bucket {
  std::uint64_t first_key = 0;
  std::uint64_t begin = 0;  ///< offset in the file
  std::uint64_t end = 0;
  std::uint32_t checksum = 0;
};

/// Reads rows from bytes of a table that begin with bucket `first`.
struct Table {
  std::string_view bytes;
  const Place& place;
  std::size_t first = 0;

  [[nodiscard]] std::uint64_t key(std::size_t bucket) const noexcept {
    return number_at<std::uint64_t>(bytes, (bucket - first) * kTableEntry);
  }
  [[nodiscard]] std::uint64_t begin(std::size_t bucket) const noexcept {
    return place.begin + number_at<std::uint32_t>(bytes, (bucket - first) * kTableEntry + 8);
  }
  [[nodiscard]] std::uint32_t checksum(std::size_t bucket) const noexcept {
    return number_at<std::uint32_t>(bytes, (bucket - first) * kTableEntry + 12);
  }
  /// The bytes must include the next row, unless it is the last one.
  [[nodiscard]] Bucket bucket(std::size_t number) const noexcept {
    const std::uint64_t end = number + 1 == place.buckets ? place.table : begin(number + 1);
    return {.first_key = key(number), .begin = begin(number), .end = end, .checksum = checksum(number)};
  }
};

bool lies_in(const Bucket& bucket, const Place& place) noexcept {
  return place.begin <= bucket.begin && bucket.begin < bucket.end && bucket.end <= place.table;
}

}  // namespace

struct CountsFile::State {
  os::File file;
  /// Nothing if the system cannot map more files. Then we read the file.
  std::optional<os::Mapping> mapping;
  Directory directory;

  [[nodiscard]] const Header& header() const noexcept { return directory.header; }
  [[nodiscard]] const Place& place(std::uint32_t partition) const noexcept {
    return directory.places[partition];
  }
  /// Returns bytes of the file; it reads them into `room` if the file is not mapped.
  [[nodiscard]] Result<std::string_view> bytes(std::uint64_t begin, std::uint64_t size,
                                               std::string& room) const;
  /// The bucket that may have a key; nothing if there is none. Error: the table is damaged or cannot be read.
  [[nodiscard]] Result<std::optional<Bucket>> find_bucket(std::uint32_t partition, std::uint64_t key) const;
  /// Finds the rows of a position.
  [[nodiscard]] Result<void> find(std::uint64_t key, std::vector<Row>& rows) const;
  [[nodiscard]] std::uint16_t group_of(std::uint32_t code) const noexcept;
};

Result<std::string_view> CountsFile::State::bytes(std::uint64_t begin, std::uint64_t size,
                                                  std::string& room) const {
  if (mapping) {
    const auto bytes = mapping->bytes().subspan(begin, size);
    return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  if (auto read = read_into(file, begin, size, room); !read) return read.error();
  return std::string_view(room);
}

Result<std::optional<Bucket>> CountsFile::State::find_bucket(std::uint32_t partition,
                                                             std::uint64_t key) const {
  const Place& of = place(partition);
  const auto after = std::ranges::upper_bound(of.index, key);
  if (after == of.index.begin()) return std::optional<Bucket>();
  const std::size_t first = static_cast<std::size_t>(after - of.index.begin() - 1) * kBucketsOfPiece;
  const std::size_t end = std::min<std::size_t>(first + kBucketsOfPiece, of.buckets);
  // One more row than the piece, because it shows where the last bucket ends.
  const std::size_t last = std::min<std::size_t>(end + 1, of.buckets);
  std::string room;
  const auto piece = bytes(of.table + first * kTableEntry, (last - first) * kTableEntry, room);
  if (!piece) return piece.error();
  const Table table{.bytes = *piece, .place = of, .first = first};
  std::size_t low = first;
  for (std::size_t high = end; high - low > 1;) {
    const std::size_t middle = low + (high - low) / 2;
    (table.key(middle) <= key ? low : high) = middle;
  }
  const Bucket bucket = table.bucket(low);
  if (!lies_in(bucket, of) || bucket.first_key > key) return damaged(file, partition);
  return std::optional(bucket);
}

Result<void> CountsFile::State::find(std::uint64_t key, std::vector<Row>& rows) const {
  const std::uint32_t partition = partition_of(key);
  const auto bucket = find_bucket(partition, key);
  if (!bucket) return bucket.error();
  if (!*bucket) return {};
  std::string room;
  const auto packed = bytes((*bucket)->begin, (*bucket)->end - (*bucket)->begin, room);
  if (!packed) return packed.error();
  thread_local BucketReader reader;
  const bool is_sound = checksum_of(*packed) == (*bucket)->checksum &&
                        reader.open(*packed, (*bucket)->first_key) &&
                        (!reader.go_to(key) || reader.next(rows));
  return is_sound ? Result<void>() : damaged(file, partition);
}

std::uint16_t CountsFile::State::group_of(std::uint32_t code) const noexcept {
  const auto& groups = header().groups;
  const auto found = std::ranges::lower_bound(groups, code, {}, &Group::code);
  return static_cast<std::uint16_t>(found - groups.begin());
}

Result<bool> is_counts_file(const std::string& path) {
  if (os::kind_of(path) != os::PathKind::file) return false;
  const auto file = os::File::open(path);
  if (!file) return file.error();
  std::string begin(kBeginMark.size(), '\0');
  const auto got = file->read_at(0, std::as_writable_bytes(std::span(begin)));
  if (!got) return got.error();
  return *got == begin.size() && begin == kBeginMark;
}

CountsFile::CountsFile(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
CountsFile::CountsFile(CountsFile&&) noexcept = default;
CountsFile& CountsFile::operator=(CountsFile&&) noexcept = default;
CountsFile::~CountsFile() = default;

Result<CountsFile> CountsFile::open(const std::string& path) {
  auto file = os::File::open(path);
  if (!file) return file.error();
  const auto size = file->size();
  if (!size) return size.error();
  const auto begin = read_bytes(*file, 0, std::min<std::uint64_t>(*size, kBeginSize));
  if (!begin) return begin.error();
  if (!begin->starts_with(kBeginMark))
    return Error{"is no file of counts; to make one of games: polyglot count-games", path};
  if (*size < kBeginSize + kTrailerSize) return named(read_trailer({}, *size).error(), path);
  const auto version = number_at<std::uint32_t>(*begin, kBeginMark.size());
  if (version != kVersion)
    return Error{"is of version " + std::to_string(version) + ", and this program reads version " +
                     std::to_string(kVersion) + ": count the games again, or take " +
                     (version < kVersion ? "an older" : "a newer") + " program",
                 path};
  const auto end = read_bytes(*file, *size - kTrailerSize, kTrailerSize);
  if (!end) return end.error();
  if (*begin != begin_bytes())
    return Error{"the beginning of this file of counts is damaged: make or copy it again", path};
  const auto trailer = read_trailer(*end, *size);
  if (!trailer) return named(trailer.error(), path);
  const auto bytes = read_bytes(*file, trailer->begin, trailer->size);
  if (!bytes) return bytes.error();
  if (checksum_of(*bytes) != trailer->checksum)
    return Error{"the directory of this file of counts is damaged: make or copy it again", path};
  auto directory = read_directory(*bytes, trailer->begin);
  if (!directory) return named(directory.error(), path);
  auto state = std::make_unique<State>(
      State{.file = std::move(*file), .mapping = std::nullopt, .directory = std::move(*directory)});
  if (auto mapping = os::Mapping::of(state->file, *size)) state->mapping.emplace(std::move(*mapping));
  return CountsFile(std::move(state));
}

const Header& CountsFile::header() const noexcept {
  return state_->header();
}

const std::string& CountsFile::path() const noexcept {
  return state_->file.path();
}

Result<std::vector<MoveTotals>> CountsFile::find(std::uint64_t key) const {
  const State& state = *state_;
  std::vector<Row> rows;
  if (auto found = state.find(key, rows); !found) return found.error();
  // If the disk fails, a mapping has zeros.
  if (state.mapping && !state.mapping->is_intact()) return Error{"cannot be read any more", path()};
  std::vector<MoveTotals> moves;
  moves.reserve(rows.size());
  for (const Row& row : rows)
    moves.push_back({.move = row.move, .group = state.group_of(row.group), .totals = row.totals});
  std::ranges::sort(moves, [](const MoveTotals& a, const MoveTotals& b) {
    return a.move != b.move ? a.move < b.move : a.group < b.group;
  });
  return moves;
}

CountsFile::Reader::Reader(const CountsFile& file, std::uint32_t first, std::uint32_t end)
    : file_(*file.state_), partition_(first), end_(end) {}

Error CountsFile::Reader::damage() const {
  return damaged(file_.file, partition_);
}

Result<std::optional<PositionRows>> CountsFile::Reader::next() {
  const auto more = has_next();
  if (!more) return more.error();
  if (!*more) return std::optional<PositionRows>();
  const std::uint64_t key = bucket_.next_key();
  if (!bucket_.next(rows_)) return damage();
  return std::optional(PositionRows{.key = key, .rows = rows_});
}

Result<void> CountsFile::Reader::open_partition() {
  const Place& place = file_.place(partition_);
  if (auto read = read_into(file_.file, place.table, place.buckets * kTableEntry, table_); !read) return read;
  if (checksum_of(table_) != place.checksum) return damage();
  // Lookups rely on the index in the directory.
  const Table buckets{.bytes = table_, .place = place};
  for (std::size_t i = 0; i < place.index.size(); ++i)
    if (place.index[i] != buckets.key(i * kBucketsOfPiece)) return damage();
  return {};
}

Result<std::string_view> CountsFile::Reader::bytes_of(std::uint64_t begin, std::uint64_t end,
                                                      std::uint64_t most) {
  const std::uint64_t size = end - begin;
  if (begin < buffer_begin_ || end > buffer_begin_ + buffer_.size()) {
    const std::uint64_t more = std::min(std::max<std::uint64_t>(size, kReadAtOnce), most - begin);
    if (auto read = read_into(file_.file, begin, more, buffer_); !read) return read.error();
    buffer_begin_ = begin;
  }
  return std::string_view(buffer_).substr(begin - buffer_begin_, size);
}

bool CountsFile::Reader::belong_here() const noexcept {
  const std::span keys = bucket_.keys();
  return (is_first_ || before_ < keys.front()) && partition_of(keys.front()) == partition_ &&
         partition_of(keys.back()) == partition_;
}

Result<bool> CountsFile::Reader::next_bucket() {
  for (; partition_ < end_; ++partition_, next_ = 0, is_first_ = true) {
    const Place& place = file_.place(partition_);
    if (next_ == place.buckets) continue;
    if (next_ == 0)
      if (auto opened = open_partition(); !opened) return opened.error();
    const Bucket wanted = Table{.bytes = table_, .place = place}.bucket(next_++);
    if (!lies_in(wanted, place)) return damage();
    const auto bytes = bytes_of(wanted.begin, wanted.end, place.table);
    if (!bytes) return bytes.error();
    if (checksum_of(*bytes) != wanted.checksum || !bucket_.open(*bytes, wanted.first_key) || !belong_here() ||
        !bucket_.is_possible(file_.header().inputs.size()))
      return damage();
    before_ = bucket_.keys().back();
    is_first_ = false;
    return true;
  }
  return false;
}

std::unique_ptr<CountsFile::Reader> CountsFile::reader() const {
  return std::make_unique<Reader>(*this, 0, kPartitions);
}

std::unique_ptr<PositionReader> CountsFile::read() const {
  return reader();
}

Result<void> CountsFile::check() const {
  const State& state = *state_;
  for (std::uint32_t partition = 0; partition < kPartitions; ++partition) {
    std::uint64_t positions = 0;
    std::uint64_t rows = 0;
    Reader reader(*this, partition, partition + 1);
    for (;; ++positions) {
      const auto position = reader.next();
      if (!position) return position.error();
      if (!*position) break;
      rows += (*position)->rows.size();
    }
    const Place& place = state.place(partition);
    if (positions != place.positions || rows != place.moves) return damaged(state.file, partition);
  }
  return {};
}

}  // namespace polyglot::counts
