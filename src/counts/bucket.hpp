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

/// Buckets: some positions with their rows, packed. Source: docs/counts-format.md, "Buckets".
namespace polyglot::counts {

/// A bucket ends with the position with which it has so many rows: about 4 KB.
inline constexpr std::size_t kRowsOfBucket = 384;

/// Positions one behind another, with all their rows.
struct Positions {
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> ends;  ///< of each position: number of the row behind its last one
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

/// Makes the bytes of buckets, one after another.
class BucketPacker {
 public:
  BucketPacker();
  BucketPacker(BucketPacker&&) noexcept;
  BucketPacker& operator=(BucketPacker&&) noexcept;
  ~BucketPacker();

  /// Appends the bucket of `positions`, at least one, whose keys ascend.
  void pack(const Positions& positions, std::string& out);

 private:
  struct Columns;
  std::unique_ptr<Columns> columns_;
};

/// Reads one bucket after another. The first key of a bucket is not in its bytes.
class BucketReader {
 public:
  BucketReader();
  BucketReader(BucketReader&&) noexcept;
  BucketReader& operator=(BucketReader&&) noexcept;
  ~BucketReader();

  /// Unpacks the columns, and nothing else. False: the bytes are no bucket.
  [[nodiscard]] bool open(std::string_view bytes, std::uint64_t first_key);
  /// Appends the rows of a position; false: it is damaged. No rows: it is not there.
  [[nodiscard]] bool find(std::uint64_t key, std::vector<Row>& rows) const;
  /// Puts all positions in place of what `positions` held; false: they are damaged.
  [[nodiscard]] bool read(Positions& positions) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace polyglot::counts
