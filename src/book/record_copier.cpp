#include "book/record_copier.hpp"
#include <algorithm>
#include <array>

namespace polyglot::book {
namespace {

constexpr std::uint64_t kBlockRecords = 65536;
constexpr std::size_t kBlockBytes = kBlockRecords * kRecordSize;

}  // namespace

RecordCopier::RecordCopier(const BinFile& source, io::AtomicFile& target) : source_(source), target_(target) {
  written_.reserve(kBlockBytes);
}

Result<void> RecordCopier::copy_until(std::uint64_t last) {
  while (next_ < last) {
    const auto bytes = bytes_at(next_, last);
    if (!bytes) return bytes.error();
    if (auto done = write(*bytes); !done) return done;
    next_ += bytes->size() / kRecordSize;
  }
  return {};
}

/// As many of these records as one block holds.
Result<std::span<const std::byte>> RecordCopier::bytes_at(std::uint64_t first, std::uint64_t last) {
  const std::uint64_t block_last = block_first_ + block_.size() / kRecordSize;
  if (first < block_first_ || first >= block_last) {
    block_first_ = first;
    block_.resize(std::min(kBlockRecords, source_.count() - first) * kRecordSize);
    if (auto read = source_.file().read_ahead(first * kRecordSize, block_); !read) return read.error();
  }
  const std::span<const std::byte> rest = std::span(block_).subspan((first - block_first_) * kRecordSize);
  return rest.first(std::min<std::uint64_t>((last - first) * kRecordSize, rest.size()));
}

Result<void> RecordCopier::append(std::span<const RawEntry> entries) {
  std::array<std::byte, kRecordSize> bytes{};
  for (const RawEntry& entry : entries) {
    encode_entry(entry, bytes);
    if (auto done = write(bytes); !done) return done;
  }
  return {};
}

Result<void> RecordCopier::write(std::span<const std::byte> bytes) {
  if (written_.size() + bytes.size() > kBlockBytes)
    if (auto done = finish(); !done) return done;
  written_.insert(written_.end(), bytes.begin(), bytes.end());
  return {};
}

Result<void> RecordCopier::finish() {
  auto done = target_.write(written_);
  written_.clear();
  return done;
}

}  // namespace polyglot::book
