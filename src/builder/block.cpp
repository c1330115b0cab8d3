#include "builder/block.hpp"

namespace polyglot::builder {

Block::Block(std::span<const Record> records)
    : records_(std::make_unique_for_overwrite<Record[]>(records.size())) {
  for (const Record& record : records) ++begins_[partition_of(record.key) + 1];
  std::array<std::uint32_t, kPartitions> next{};
  for (std::size_t i = 0; i < kPartitions; ++i) {
    begins_[i + 1] += begins_[i];
    next[i] = begins_[i];
  }
  for (const Record& record : records) records_[next[partition_of(record.key)]++] = record;
}

}  // namespace polyglot::builder
