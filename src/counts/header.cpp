// SPDX-License-Identifier: MIT
#include <bit>

#include <polyglot/counts/header.hpp>

namespace polyglot::counts {

std::string Input::title() const {
  if (is_whole()) return name;
  return name + ", shard " + std::to_string(shard) + " of " + std::to_string(shards);
}

std::uint32_t partition_of(std::uint64_t key, std::uint32_t partitions) noexcept {
  const auto bits = static_cast<unsigned>(std::bit_width(partitions)) - 1;
  return bits == 0 ? 0 : static_cast<std::uint32_t>(key >> (64 - bits));
}

bool is_partitions(std::uint64_t number) noexcept {
  return std::has_single_bit(number) && number <= kMostPartitions;
}

}  // namespace polyglot::counts
