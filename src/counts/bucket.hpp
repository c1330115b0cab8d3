// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyglot/counts/totals.hpp>

/// Buckets: packed groups of positions with their rows. Source: docs/counts-format.md, "Buckets".
namespace polyglot::counts {

/// A bucket ends with the position with which it has this many rows, about 4 KB.
inline constexpr std::size_t kRowsOfBucket = 384;

/// Positions with all their rows.
struct Positions {
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> ends;  ///< for each position, the number of the row after its last one
  std::vector<Row> rows;

  void clear() {
    keys.clear();
    ends.clear();
    rows.clear();
  }
  void add(std::uint64_t key, std::span<const Row> more) {
    rows.insert(rows.end(), more.begin(), more.end());
    keys.push_back(key);
    ends.push_back(static_cast<std::uint32_t>(rows.size()));
  }
  [[nodiscard]] std::span<const Row> rows_of(std::size_t position) const noexcept {
    const std::uint32_t begin = position == 0 ? 0 : ends[position - 1];
    return std::span(rows).subspan(begin, ends[position] - begin);
  }
};

/// Writes the bytes of buckets.
class BucketPacker {
 public:
  BucketPacker();
  BucketPacker(BucketPacker&&) noexcept;
  BucketPacker& operator=(BucketPacker&&) noexcept;
  ~BucketPacker();

  /// Appends the bucket of `positions`, at least one, whose keys ascend, with or without Row::game.
  void pack(const Positions& positions, bool has_games, std::string& out);

 private:
  struct Columns;
  std::unique_ptr<Columns> columns_;
};

/// Reads buckets. The first key of a bucket is not in its bytes.
class BucketReader {
 public:
  BucketReader();
  BucketReader(BucketReader&&) noexcept;
  BucketReader& operator=(BucketReader&&) noexcept;
  ~BucketReader();

  /// Unpacks only the columns. False: the bytes are not a bucket, or not one with or without games as
  /// `keeps_games` says.
  [[nodiscard]] bool open(std::string_view bytes, std::uint64_t first_key, bool keeps_games);
  /// Appends the rows of a position; none if the bucket does not have it. False: it is damaged.
  [[nodiscard]] bool find(std::uint64_t key, std::vector<Row>& rows) const;
  /// Replaces `positions` by all positions of the bucket. False: they are damaged.
  [[nodiscard]] bool read(Positions& positions) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace polyglot::counts
