#include "book/record_copier.hpp"
#include <array>

namespace polyglot::book {
namespace {

constexpr std::size_t kBlockBytes = BlockReader::kBlockRecords * kRecordSize;

}  // namespace

RecordCopier::RecordCopier(const BinFile& source, io::AtomicFile& target) : source_(source), target_(target) {
  held_back_.reserve(kBlockBytes);
}

Result<void> RecordCopier::copy_until(std::uint64_t last) {
  while (next_ < last) {
    const auto bytes = source_.bytes(next_, last);
    if (!bytes) return bytes.error();
    if (auto done = write(*bytes); !done) return done;
    next_ += bytes->size() / kRecordSize;
  }
  return {};
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
  if (held_back_.size() + bytes.size() > kBlockBytes)
    if (auto done = finish(); !done) return done;
  held_back_.insert(held_back_.end(), bytes.begin(), bytes.end());
  return {};
}

Result<void> RecordCopier::finish() {
  auto done = target_.write(held_back_);
  held_back_.clear();
  return done;
}

}  // namespace polyglot::book
