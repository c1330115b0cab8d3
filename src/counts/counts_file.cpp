// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <utility>

#include <polyglot/counts/counts_file.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/mapping.hpp>

#include "counts/bits.hpp"
#include "counts/bucket.hpp"
#include "counts/file_layout.hpp"
#include "counts/file_reader.hpp"
#include "counts/game_block.hpp"

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

Error damaged_games(const os::File& file) {
  return {"the games of this file of counts are damaged: make or copy the file again", file.path()};
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

/// Blocks of games by number, out of the bytes of the table of a share.
struct GameTable {
  std::string_view bytes;
  const GameShare& share;

  [[nodiscard]] GamePlace first(std::size_t block) const noexcept {
    return {.input = number_at<std::uint32_t>(bytes, block * kGameTableEntry),
            .offset = number_at<std::uint64_t>(bytes, block * kGameTableEntry + 4)};
  }
  [[nodiscard]] std::uint64_t begin(std::size_t block) const noexcept {
    return share.begin + number_at<std::uint64_t>(bytes, block * kGameTableEntry + 12);
  }
  [[nodiscard]] std::uint64_t end(std::size_t block) const noexcept {
    return block + 1 == share.blocks ? share.table : begin(block + 1);
  }
  [[nodiscard]] std::uint32_t checksum(std::size_t block) const noexcept {
    return number_at<std::uint32_t>(bytes, block * kGameTableEntry + 20);
  }
  [[nodiscard]] bool lies_in_share(std::size_t block) const noexcept {
    return share.begin <= begin(block) && begin(block) < end(block) && end(block) <= share.table;
  }
  /// The last block that does not begin after a place; nothing if all do.
  [[nodiscard]] std::optional<std::size_t> block_of(const GamePlace& place) const noexcept {
    // clang 14 cannot compile std::views::iota of libstdc++, which the library's search would need.
    std::size_t low = 0;
    for (std::size_t high = share.blocks; low < high;) {
      const std::size_t middle = low + (high - low) / 2;
      if (first(middle) <= place)
        low = middle + 1;
      else
        high = middle;
    }
    return low == 0 ? std::nullopt : std::optional(low - 1);
  }
};

/// A block of games that this thread has unpacked.
struct KnownBlock {
  std::uint64_t file = 0;   ///< its number; 0: no block
  std::uint64_t begin = 0;  ///< offset in the file
  GameBlock games = {};
};

/// The place of a block among those that this thread has unpacked, about 16 MB. Games of one position lie
/// anywhere in the file, and the next lookups often need the same games.
KnownBlock& known_block(std::uint64_t file, std::uint64_t begin) {
  constexpr unsigned kBits = 11;
  thread_local std::vector<KnownBlock> blocks(std::size_t{1} << kBits);
  return blocks[((begin + file) * 0x9e3779b97f4a7c15) >> (64 - kBits)];
}

/// A number for each file that has been opened.
std::uint64_t next_number() noexcept {
  static std::atomic<std::uint64_t> number = 0;
  return ++number;
}

bool lies_in(const Bucket& bucket, const Place& place) noexcept {
  return place.begin <= bucket.begin && bucket.begin < bucket.end && bucket.end <= place.table;
}

}  // namespace

struct CountsFile::State {
  std::uint64_t number = next_number();
  os::File file;
  /// Nothing if the system cannot map more files. Then we read the file.
  std::optional<os::Mapping> mapping;
  Directory directory;

  [[nodiscard]] const Header& header() const noexcept { return directory.header; }
  [[nodiscard]] const Place& place(std::uint32_t partition) const noexcept {
    return directory.places[partition - header().range.first];
  }
  /// Returns bytes of the file; it reads them into `room` if the file is not mapped.
  [[nodiscard]] Result<std::string_view> bytes(std::uint64_t begin, std::uint64_t size,
                                               std::string& room) const;
  /// The bucket that may have a key; nothing if there is none. Error: the table is damaged or cannot be read.
  [[nodiscard]] Result<std::optional<Bucket>> find_bucket(std::uint32_t partition, std::uint64_t key) const;
  /// Finds the rows of a position.
  [[nodiscard]] Result<void> find(std::uint64_t key, std::vector<Row>& rows) const;
  [[nodiscard]] std::uint16_t group_of(std::uint32_t code) const noexcept;
  /// The table of a share of the games, in `room` unless the file is mapped.
  [[nodiscard]] Result<GameTable> game_table(std::uint32_t share, std::string& room) const;
  /// Unpacks a block into `games`.
  [[nodiscard]] Result<void> read_block(const GameTable& table, std::size_t block, GameBlock& games) const;
  /// An unpacked block, until the next call.
  [[nodiscard]] Result<const GameBlock*> block_of(const GameTable& table, std::size_t block) const;
  [[nodiscard]] bool has_game(const RowGame& game) const noexcept {
    return header().keeps_games && header().range.has(partition_of_game(game.offset, header().partitions));
  }
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
  const std::uint32_t partition = partition_of(key, header().partitions);
  if (!header().range.has(partition)) return {};
  const auto bucket = find_bucket(partition, key);
  if (!bucket) return bucket.error();
  if (!*bucket) return {};
  std::string room;
  const auto packed = bytes((*bucket)->begin, (*bucket)->end - (*bucket)->begin, room);
  if (!packed) return packed.error();
  thread_local BucketReader reader;
  const bool is_sound = checksum_of(*packed) == (*bucket)->checksum &&
                        reader.open(*packed, (*bucket)->first_key, header().keeps_games) &&
                        (!reader.go_to(key) || reader.next(rows));
  return is_sound ? Result<void>() : damaged(file, partition);
}

std::uint16_t CountsFile::State::group_of(std::uint32_t code) const noexcept {
  const auto& groups = header().groups;
  const auto found = std::ranges::lower_bound(groups, code, {}, &Group::code);
  return static_cast<std::uint16_t>(found - groups.begin());
}

Result<GameTable> CountsFile::State::game_table(std::uint32_t share, std::string& room) const {
  const GameShare& of = directory.shares[share];
  const auto table = bytes(of.table, of.table_size(), room);
  if (!table) return table.error();
  return GameTable{.bytes = *table, .share = of};
}

Result<void> CountsFile::State::read_block(const GameTable& table, std::size_t block,
                                           GameBlock& games) const {
  if (!table.lies_in_share(block)) return damaged_games(file);
  std::string room;
  const auto packed = bytes(table.begin(block), table.end(block) - table.begin(block), room);
  if (!packed) return packed.error();
  const bool is_sound = checksum_of(*packed) == table.checksum(block) && games.open(*packed) &&
                        games.place(0) == table.first(block);
  return is_sound ? Result<void>() : damaged_games(file);
}

Result<const GameBlock*> CountsFile::State::block_of(const GameTable& table, std::size_t block) const {
  const std::uint64_t begin = table.begin(block);
  KnownBlock& known = known_block(number, begin);
  if (known.file == number && known.begin == begin) return &known.games;
  known.file = 0;
  if (auto read = read_block(table, block, known.games); !read) return read.error();
  // If the disk fails, a mapping has zeros.
  if (mapping && !mapping->is_intact()) return Error{"cannot be read any more", file.path()};
  known.file = number;
  known.begin = begin;
  return &known.games;
}

bool is_counts_file(const std::string& path) {
  const auto file = os::File::open(path);
  if (!file) return false;
  std::string begin(kBeginMark.size(), '\0');
  const auto got = file->read_at(0, std::as_writable_bytes(std::span(begin)));
  return got && *got == begin.size() && begin == kBeginMark;
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
  if (*size < kBeginSize + kTrailerSize) return named(read_trailer({}, *size, false).error(), path);
  const auto version = number_at<std::uint32_t>(*begin, kBeginMark.size());
  if (version != kVersion && version != kVersionWithGames)
    return Error{"is of version " + std::to_string(version) + ", and this program reads versions " +
                     std::to_string(kVersion) + " and " + std::to_string(kVersionWithGames) +
                     ": count the games again, or take " + (version < kVersion ? "an older" : "a newer") +
                     " program",
                 path};
  const auto end = read_bytes(*file, *size - kTrailerSize, kTrailerSize);
  if (!end) return end.error();
  const bool keeps_games = version == kVersionWithGames;
  if (*begin != begin_bytes(keeps_games))
    return Error{"the beginning of this file of counts is damaged: make or copy it again", path};
  const auto trailer = read_trailer(*end, *size, keeps_games);
  if (!trailer) return named(trailer.error(), path);
  const auto bytes = read_bytes(*file, trailer->begin, trailer->size);
  if (!bytes) return bytes.error();
  if (checksum_of(*bytes) != trailer->checksum)
    return Error{"the directory of this file of counts is damaged: make or copy it again", path};
  auto directory = read_directory(*bytes, trailer->begin, keeps_games);
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
    moves.push_back({.move = row.move,
                     .group = state.group_of(row.group),
                     .totals = row.totals,
                     .game = state.has_game(row.game) ? std::optional(row.game) : std::nullopt});
  std::ranges::sort(moves, [](const MoveTotals& a, const MoveTotals& b) {
    return a.move != b.move ? a.move < b.move : a.group < b.group;
  });
  return moves;
}

Result<ShownGame> CountsFile::game(const GamePlace& place) const {
  const State& state = *state_;
  if (!header().keeps_games) return Error{"keeps no games", path()};
  std::string room;
  const auto table = state.game_table(share_of_game(place.offset, header().partitions), room);
  if (!table) return table.error();
  const auto block = table->block_of(place);
  if (block) {
    const auto games = state.block_of(*table, *block);
    if (!games) return games.error();
    if (const auto found = (*games)->find(place)) return (*games)->game(*found);
  }
  return Error{"lacks a game that it shows for a move: make or copy the file again", path()};
}

struct CountsFile::GameCursor::State {
  const CountsFile::State& file;
  PartitionRange wanted;
  std::uint32_t share = 0;  ///< number of the present share
  std::size_t block = 0;    ///< number of the next block
  std::string table = {};
  GameBlock games = {};
  std::size_t game = 0;  ///< number of the next game in the block
  GamePlace before = {};
  bool is_first = true;  ///< nothing has been read of the share

  /// Whether a share has games that are wanted.
  [[nodiscard]] bool is_wanted(std::uint32_t number) const noexcept {
    const auto size = file.header().partitions / static_cast<std::uint32_t>(file.directory.shares.size());
    return number * size < wanted.end && wanted.first < (number + 1) * size;
  }
  /// Reads the next block; false at the end.
  [[nodiscard]] Result<bool> next_block();
  [[nodiscard]] Result<void> open_share();
  [[nodiscard]] bool belong_here() const noexcept;
};

Result<void> CountsFile::GameCursor::State::open_share() {
  const GameShare& of = file.directory.shares[share];
  if (auto read = read_into(file.file, of.table, of.table_size(), table); !read) return read;
  return checksum_of(table) == of.checksum ? Result<void>() : damaged_games(file.file);
}

bool CountsFile::GameCursor::State::belong_here() const noexcept {
  const Header& header = file.header();
  bool belong = is_first || before < games.place(0);
  for (std::size_t i = 0; i < games.size() && belong; ++i) {
    const GamePlace& place = games.place(i);
    belong = place.input < header.inputs.size() && share_of_game(place.offset, header.partitions) == share &&
             header.range.has(partition_of_game(place.offset, header.partitions));
  }
  return belong;
}

Result<bool> CountsFile::GameCursor::State::next_block() {
  for (; share < file.directory.shares.size(); ++share, block = 0, is_first = true) {
    const GameShare& of = file.directory.shares[share];
    if (block == of.blocks || !is_wanted(share)) continue;
    if (block == 0)
      if (auto opened = open_share(); !opened) return opened.error();
    const GameTable blocks{.bytes = table, .share = of};
    if (auto read = file.read_block(blocks, block, games); !read) return read.error();
    if (!belong_here()) return damaged_games(file.file);
    ++block;
    before = games.place(games.size() - 1);
    is_first = false;
    game = 0;
    return true;
  }
  return false;
}

CountsFile::GameCursor::GameCursor(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
CountsFile::GameCursor::GameCursor(GameCursor&&) noexcept = default;
CountsFile::GameCursor& CountsFile::GameCursor::operator=(GameCursor&&) noexcept = default;
CountsFile::GameCursor::~GameCursor() = default;

Result<std::optional<ShownGame>> CountsFile::GameCursor::next() {
  State& state = *state_;
  for (;;) {
    if (state.game == state.games.size()) {
      const auto more = state.next_block();
      if (!more) return more.error();
      if (!*more) return std::optional<ShownGame>();
    }
    const std::size_t game = state.game++;
    if (state.wanted.has(partition_of_game(state.games.place(game).offset, state.file.header().partitions)))
      return std::optional(state.games.game(game));
  }
}

CountsFile::GameCursor CountsFile::read_games(PartitionRange partitions) const {
  return GameCursor(
      std::make_unique<GameCursor::State>(GameCursor::State{.file = *state_, .wanted = partitions}));
}

CountsFile::Reader::Reader(const CountsFile& file, PartitionRange partitions)
    : file_(*file.state_), partition_(partitions.first), end_(partitions.end) {}

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
  const std::uint32_t partitions = file_.header().partitions;
  const std::span keys = bucket_.keys();
  return (is_first_ || before_ < keys.front()) && partition_of(keys.front(), partitions) == partition_ &&
         partition_of(keys.back(), partitions) == partition_;
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
    if (checksum_of(*bytes) != wanted.checksum ||
        !bucket_.open(*bytes, wanted.first_key, file_.header().keeps_games) || !belong_here() ||
        !bucket_.is_possible(file_.header().inputs.size()))
      return damage();
    before_ = bucket_.keys().back();
    is_first_ = false;
    return true;
  }
  return false;
}

std::unique_ptr<CountsFile::Reader> CountsFile::reader(PartitionRange partitions) const {
  const PartitionRange& held = state_->header().range;
  const std::uint32_t first = std::max(partitions.first, held.first);
  const std::uint32_t end = std::max(first, std::min(partitions.end, held.end));
  return std::make_unique<Reader>(*this, PartitionRange{first, end});
}

std::unique_ptr<PositionReader> CountsFile::read(PartitionRange partitions) const {
  return reader(partitions);
}

Result<void> CountsFile::check() const {
  const State& state = *state_;
  for (std::uint32_t partition = header().range.first; partition < header().range.end; ++partition) {
    std::uint64_t positions = 0;
    std::uint64_t rows = 0;
    const auto reader = read({partition, partition + 1});
    for (;; ++positions) {
      const auto position = reader->next();
      if (!position) return position.error();
      if (!*position) break;
      rows += (*position)->rows.size();
    }
    const Place& place = state.place(partition);
    if (positions != place.positions || rows != place.moves) return damaged(state.file, partition);
  }
  // Shares without a partition of the file are checked, too: they must be empty.
  const auto shares = static_cast<std::uint32_t>(state.directory.shares.size());
  for (std::uint32_t share = 0; share < shares; ++share) {
    std::uint64_t games = 0;
    const std::uint32_t size = header().partitions / shares;
    GameCursor cursor = read_games({share * size, (share + 1) * size});
    for (;; ++games) {
      const auto game = cursor.next();
      if (!game) return game.error();
      if (!*game) break;
    }
    if (games != state.directory.shares[share].games) return damaged_games(state.file);
  }
  return {};
}

}  // namespace polyglot::counts
