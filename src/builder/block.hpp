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
  explicit Block(std::span<const Record> records);

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
