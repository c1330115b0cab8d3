// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>

#include <polyglot/counts/header.hpp>

namespace polyglot::counts {

std::string Input::title() const {
  if (is_whole()) return name;
  return name + ", shard " + std::to_string(shard) + " of " + std::to_string(shards);
}

Result<void> check_for_twins(const std::vector<Input>& inputs) {
  std::vector<const Input*> sorted;
  for (const Input& input : inputs)
    if (!input.is_empty()) sorted.push_back(&input);
  const auto content = [](const Input* input) {
    return std::tie(input->hash, input->bytes, input->shards, input->shard);
  };
  std::ranges::sort(sorted, [&](const Input* a, const Input* b) { return content(a) < content(b); });
  const auto twin = std::ranges::adjacent_find(
      sorted, [&](const Input* a, const Input* b) { return content(a) == content(b); });
  if (twin == sorted.end()) return {};
  return Error{(*twin)->title() + " and " + (*(twin + 1))->title() +
               " are the same games, which would be counted twice"};
}

std::uint32_t partition_of(std::uint64_t key, std::uint32_t partitions) noexcept {
  const auto bits = static_cast<unsigned>(std::bit_width(partitions)) - 1;
  return bits == 0 ? 0 : static_cast<std::uint32_t>(key >> (64 - bits));
}

/// Offsets of neighbours are far apart once they are multiplied by 2^64 over the golden ratio.
std::uint32_t partition_of_game(std::uint64_t offset, std::uint32_t partitions) noexcept {
  return partition_of(offset * 0x9e3779b97f4a7c15, partitions);
}

std::uint32_t share_of_game(std::uint64_t offset, std::uint32_t partitions) noexcept {
  return partition_of_game(offset, std::min(partitions, kMostGameShares));
}

bool is_partition_count(std::uint64_t number) noexcept {
  return std::has_single_bit(number) && number <= kMostPartitions;
}

}  // namespace polyglot::counts
