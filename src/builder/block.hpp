// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <memory>

#include <boost/iterator/transform_iterator.hpp>
#include <boost/range/iterator_range.hpp>

#include <polyglot/chess/types.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/pgn/game_text.hpp>
#include <polyglot/result.hpp>

namespace polyglot::builder {

/// Weight 1. A game that is twenty half-lives old still has a weight, and 32 bits hold 1000 times as much.
inline constexpr std::uint32_t kUnit = std::uint32_t{1} << 20;

/// A move that was played once; each kind of book is counted by such records.
struct Record {
  chess::Key key = 0;
  std::uint32_t weight = 0;      ///< of the game in units of 1 / kUnit; for Crafty the percentage of the move
  std::uint16_t move = 0;        ///< code of the book; 0 for Crafty, whose keys include the moves
  std::uint8_t half_points = 0;  ///< of the side that played it, or kUnknownResult
  /// For Crafty the status; with variations a Verdict.
  std::uint8_t extra = 0;
};
static_assert(sizeof(Record) == 16);

/// A move that was played once, for files of counts.
struct CountRecord {
  chess::Key key = 0;
  std::uint16_t move = 0;
  std::uint8_t half_points = 0;
  std::uint8_t half_points_in_book = 0;  ///< by the Result tag, see result_by_tag()
  std::uint32_t group = 0;               ///< counts::Group::code()
  std::uint32_t input = 0;               ///< number of its file in the order of names
  std::uint32_t date = 0;                ///< YYYYMMDD, or 0
  std::uint16_t rating = 0;              ///< of the side that moves; 0 unless both ratings are known
  std::uint16_t opponent = 0;            ///< of the other side
  std::uint32_t weight = 0;              ///< as in a Record, for a book that the same run builds
};
static_assert(sizeof(CountRecord) == 32);

/// The facts of a game in files of counts, except its moves.
struct GameFacts {
  pgn::GameResult result = pgn::GameResult::unknown;
  std::uint32_t group = 0;                    ///< counts::Group::code()
  std::uint32_t date = 0;                     ///< YYYYMMDD, or 0
  std::array<std::uint16_t, 2> ratings = {};  ///< by colour; 0 unless both are known
  std::array<std::uint32_t, 2> weights = {};  ///< weights of its moves in a book
};

/// The judgement of a game's author on a move.
enum class Verdict : std::uint8_t {
  none,
  bad,        ///< "?" or "??": the book has it without weight
  good,       ///< "!": it counts twice
  brilliant,  ///< "!!": it counts three times
  weighed,    ///< a comment gives its weight, see `Record::weight`
};

/// The half points of an unknown result. Crafty counts it as won and as lost, other books as drawn.
inline constexpr std::uint8_t kUnknownResult = 3;

/// The half points of a side, White's first.
[[nodiscard]] constexpr std::array<std::uint8_t, 2> half_points_of(pgn::GameResult result) noexcept {
  switch (result) {
    case pgn::GameResult::white_wins:
      return {2, 0};
    case pgn::GameResult::black_wins:
      return {0, 2};
    case pgn::GameResult::draw:
      return {1, 1};
    case pgn::GameResult::unknown:
      break;
  }
  return {kUnknownResult, kUnknownResult};
}

/// The highest bits of a key decide its partition. Therefore partitions are in the order of the book, and
/// the moves of one fit into the processor's cache.
inline constexpr unsigned kPartitionBits = 9;
inline constexpr std::size_t kPartitions = std::size_t{1} << kPartitionBits;

[[nodiscard]] constexpr std::size_t partition_of(chess::Key key) noexcept {
  return static_cast<std::size_t>(key >> (64 - kPartitionBits));
}

/// The records of one chunk of games, sorted by partition and then in the order of the games.
template <class Stored>
class Block {
 public:
  Block() = default;
  explicit Block(std::span<const Stored> records)
      : records_(std::make_unique_for_overwrite<Stored[]>(records.size())) {
    for (const Stored& record : records) ++begins_[partition_of(record.key) + 1];
    std::array<std::uint32_t, kPartitions> next{};
    for (std::size_t i = 0; i < kPartitions; ++i) {
      begins_[i + 1] += begins_[i];
      next[i] = begins_[i];
    }
    for (const Stored& record : records) records_[next[partition_of(record.key)]++] = record;
  }

  [[nodiscard]] std::span<const Stored> slice(std::size_t partition) const noexcept {
    return {records_.get() + begins_[partition], begins_[partition + 1] - begins_[partition]};
  }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return begins_[kPartitions] * sizeof(Stored) + sizeof(begins_);
  }

 private:
  std::unique_ptr<Stored[]> records_;
  std::array<std::uint32_t, kPartitions + 1> begins_{};
};

/// The records of one chunk of games for files of counts. In memory they are half as long: the facts of a
/// game are stored once, and the weight of a record is the number of its game, see ChunkResult::games.
template <>
class Block<CountRecord> {
 public:
  Block(std::span<const Record> records, std::vector<GameFacts> games, std::size_t input)
      : records_(records), games_(std::move(games)), input_(static_cast<std::uint32_t>(input)) {}

  /// The records of a partition, which are made when they are read.
  [[nodiscard]] auto slice(std::size_t partition) const noexcept {
    const auto slice = records_.slice(partition);
    const AddFacts add{games_.data(), input_};
    return boost::make_iterator_range(boost::make_transform_iterator(slice.data(), add),
                                      boost::make_transform_iterator(slice.data() + slice.size(), add));
  }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return records_.bytes() + games_.size() * sizeof(GameFacts);
  }

 private:
  struct AddFacts {
    const GameFacts* games;
    std::uint32_t input;

    CountRecord operator()(const Record& record) const noexcept {
      const GameFacts& game = games[record.weight / 2];
      const std::size_t side = record.weight % 2;
      return {.key = record.key,
              .move = record.move,
              .half_points = half_points_of(game.result).at(side),
              .half_points_in_book = record.half_points,
              .group = game.group,
              .input = input,
              .date = game.date,
              .rating = game.ratings[side],
              .opponent = game.ratings[1 - side],
              .weight = game.weights[side]};
    }
  };

  Block<Record> records_;
  std::vector<GameFacts> games_;
  std::uint32_t input_;
};

/// A temporary file of counted records that do not fit into memory and are added up later. It has runs of
/// plain records. A run has its records sorted by partition, so that a single partition can be read.
template <class Stored>
class RunFile {
 public:
  explicit RunFile(const std::string& folder) : file_(os::File::open_temporary(folder).value()) {}

  /// Appends blocks in the order of their games.
  void append(std::span<const Block<Stored>* const> blocks) {
    constexpr std::size_t kBuffered = (std::size_t{1} << 20) / sizeof(Stored);
    std::vector<Stored> buffer;
    buffer.reserve(kBuffered);
    auto& begins = runs_.emplace_back();
    begins.front() = size_;
    for (std::size_t partition = 0; partition < kPartitions; ++partition) {
      begins[partition + 1] = begins[partition];
      for (const Block<Stored>* block : blocks) {
        const auto slice = block->slice(partition);
        begins[partition + 1] += slice.size() * sizeof(Stored);
        buffer.insert(buffer.end(), slice.begin(), slice.end());
        if (buffer.size() < kBuffered) continue;
        write(std::as_bytes(std::span(buffer)));
        buffer.clear();
      }
    }
    write(std::as_bytes(std::span(buffer)));
  }

  [[nodiscard]] std::size_t runs() const noexcept { return runs_.size(); }
  [[nodiscard]] std::size_t records(std::size_t run, std::size_t partition) const noexcept {
    return static_cast<std::size_t>(runs_[run][partition + 1] - runs_[run][partition]) / sizeof(Stored);
  }
  /// Reads records of a partition, beginning with number `first`. Several threads may call it.
  void read(std::size_t run, std::size_t partition, std::size_t first, std::span<Stored> room) const {
    const auto bytes = std::as_writable_bytes(room);
    const auto got = file_.read_at(runs_[run][partition] + first * sizeof(Stored), bytes);
    if (!got || *got != bytes.size())
      throw Failure("temporary data " + (got ? "cannot be read: some is missing" : got.error().what),
                    file_.path());
  }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return size_; }

 private:
  void write(std::span<const std::byte> bytes) {
    const auto written = file_.write_at(size_, bytes);
    if (!written) throw Failure("temporary data " + written.error().what, file_.path());
    size_ += bytes.size();
  }

  os::File file_;
  /// For each run, the offsets in the file at which its partitions begin, and at which it ends.
  std::vector<std::array<std::uint64_t, kPartitions + 1>> runs_;
  std::uint64_t size_ = 0;
};

}  // namespace polyglot::builder
