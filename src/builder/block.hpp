// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "builder/record.hpp"

namespace polyglot::builder {

/// The records of one chunk of games, sorted by partition; in each they keep the order of the games.
class Block {
 public:
  Block() = default;
  explicit Block(std::span<const Record> records)
      : records_(std::make_unique_for_overwrite<Record[]>(records.size())) {
    for (const Record& record : records) ++begins_[partition_of(record.key) + 1];
    std::array<std::uint32_t, kPartitions> next{};
    for (std::size_t i = 0; i < kPartitions; ++i) {
      begins_[i + 1] += begins_[i];
      next[i] = begins_[i];
    }
    for (const Record& record : records) records_[next[partition_of(record.key)]++] = record;
  }

  [[nodiscard]] std::span<const Record> slice(std::size_t partition) const noexcept {
    return {records_.get() + begins_[partition], begins_[partition + 1] - begins_[partition]};
  }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return begins_[kPartitions] * sizeof(Record) + sizeof(begins_);
  }

 private:
  std::unique_ptr<Record[]> records_;
  std::array<std::uint32_t, kPartitions + 1> begins_{};
};

}  // namespace polyglot::builder
