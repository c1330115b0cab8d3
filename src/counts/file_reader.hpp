// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/counts/counts_file.hpp>

#include "counts/bucket.hpp"

namespace polyglot::counts {

/// Reads the positions of a file bucket by bucket.
class CountsFile::Reader : public PositionReader {
 public:
  /// Reads partitions from `first` to before `end`.
  Reader(const CountsFile& file, std::uint32_t first, std::uint32_t end);

  [[nodiscard]] Result<std::optional<PositionRows>> next() override;
  /// Whether there is one more position, which bucket() has next. Error: as next().
  [[nodiscard]] Result<bool> has_next() { return bucket_.has_next() ? Result<bool>(true) : next_bucket(); }
  /// All its rows are possible.
  [[nodiscard]] BucketReader& bucket() noexcept { return bucket_; }

 private:
  [[nodiscard]] Error damage() const;
  /// Reads the next bucket; false at the end.
  [[nodiscard]] Result<bool> next_bucket();
  [[nodiscard]] Result<void> open_partition();
  [[nodiscard]] Result<std::string_view> bytes_of(std::uint64_t begin, std::uint64_t end, std::uint64_t most);
  [[nodiscard]] bool belong_here() const noexcept;

  const CountsFile::State& file_;
  std::uint32_t partition_;  ///< the present one
  std::uint32_t end_;
  std::string table_;
  std::size_t next_ = 0;            ///< number of the next bucket
  std::string buffer_;              ///< used again, because new memory of this size costs page faults
  std::uint64_t buffer_begin_ = 0;  ///< its offset in the file
  BucketReader bucket_;
  std::vector<Row> rows_;     ///< of the present position
  std::uint64_t before_ = 0;  ///< the last key of the previous bucket
  bool is_first_ = true;      ///< no bucket of the partition has been read
};

}  // namespace polyglot::counts
