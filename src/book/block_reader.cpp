#include "book/block_reader.hpp"
#include <algorithm>

namespace polyglot::book {

Result<std::span<const std::byte>> BlockReader::bytes(std::uint64_t first, std::uint64_t last) {
  const std::uint64_t block_last = block_first_ + block_.size() / kRecordSize;
  if (first < block_first_ || first >= block_last) {
    block_first_ = first;
    block_.resize(std::min(kBlockRecords, source_->count() - first) * kRecordSize);
    if (auto read = source_->file().read_ahead(first * kRecordSize, block_); !read) return read.error();
  }
  const std::span<const std::byte> rest = std::span(block_).subspan((first - block_first_) * kRecordSize);
  return rest.first(std::min<std::uint64_t>((last - first) * kRecordSize, rest.size()));
}

}  // namespace polyglot::book
