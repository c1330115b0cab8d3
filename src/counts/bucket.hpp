// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/counts/totals.hpp>

#include "counts/row_words.hpp"

/// Buckets: packed groups of positions with their rows. Source: docs/counts-format.md, "Buckets".
namespace polyglot::counts {

/// A bucket ends with the position that brings it to this many rows, about 4 KB.
inline constexpr std::size_t kRowsOfBucket = 384;

class BucketReader;
struct GameRow;

/// A bucket that is read into a sum.
struct BucketSource {
  BucketReader* reader;
  std::span<const std::uint32_t> inputs;  ///< the numbers that replace those of its inputs
};
/// The next position of a source.
struct NextPosition {
  std::uint64_t key;
  const BucketSource* source;
};

/// Writes the bytes of buckets.
class BucketPacker {
 public:
  BucketPacker();
  BucketPacker(BucketPacker&&) noexcept;
  BucketPacker& operator=(BucketPacker&&) noexcept;
  ~BucketPacker();

  /// Adds a position with at least one row. Keys ascend.
  void add(std::uint64_t key, std::span<const Row> rows);
  /// Adds a position with one row. False: the row is no single.
  [[nodiscard]] bool add(std::uint64_t key, const GameRow& row);
  /// Adds positions until the bucket has enough, or two positions have one key. Returns how many were added.
  /// The rows must be possible.
  std::size_t copy(std::span<const NextPosition> positions);
  /// The origins of all rows.
  [[nodiscard]] std::span<const Origin> origins() const noexcept;
  /// Appends the bucket of these positions, at least one, and begins the next one. Returns the first key.
  std::uint64_t pack(std::string& out);

 private:
  friend class BucketReader;
  struct State;
  std::unique_ptr<State> state_;
};

/// Reads buckets. The first key of a bucket is not in its bytes.
class BucketReader {
 public:
  BucketReader();
  BucketReader(BucketReader&&) noexcept;
  BucketReader& operator=(BucketReader&&) noexcept;
  ~BucketReader();

  /// Unpacks keys and columns. False: the bytes are not a bucket.
  [[nodiscard]] bool open(std::string_view bytes, std::uint64_t first_key);
  /// The keys of all positions, ascending. There are none before open().
  [[nodiscard]] std::span<const std::uint64_t> keys() const noexcept;
  /// The keys of the next position and of all positions after it.
  [[nodiscard]] std::span<const std::uint64_t> next_keys() const noexcept;
  /// Replaces `rows` by the rows of the next position. The first call takes keys()[0]. False: they are
  /// damaged.
  [[nodiscard]] bool next(std::vector<Row>& rows);
  /// Whether there is a next position, and its key.
  [[nodiscard]] bool has_next() const noexcept;
  [[nodiscard]] std::uint64_t next_key() const noexcept;
  /// Whether all rows are possible, and their inputs have numbers below `inputs`.
  [[nodiscard]] bool is_possible(std::size_t inputs) const noexcept;
  /// Goes to a position. False: the bucket does not have it.
  [[nodiscard]] bool go_to(std::uint64_t key);

 private:
  friend class BucketPacker;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace polyglot::counts
