#include "book/record_copier.hpp"
#include <array>

#include "book/bin_check.hpp"

namespace polyglot::book {
namespace {

constexpr std::size_t kBlockBytes = BlockReader::kBlockRecords * kRecordSize;

}  // namespace

RecordCopier::RecordCopier(const BinFile& source, os::AtomicFile& target)
    : file_(source), source_(source), target_(target) {
  held_back_.reserve(kBlockBytes);
}

Result<void> RecordCopier::copy_until(std::uint64_t last) {
  while (next_ < last) {
    const auto bytes = source_.bytes(next_, last);
    if (!bytes) return bytes.error();
    if (auto sorted = check_order(*bytes); !sorted) return sorted;
    if (auto done = write(*bytes); !done) return done;
    next_ += bytes->size() / kRecordSize;
  }
  return {};
}

/// Of a large book only samples have been looked at before.
Result<void> RecordCopier::check_order(std::span<const std::byte> bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += kRecordSize) {
    const chess::Key key = decode_key(bytes.subspan(at).first<kRecordSize>());
    if (key < last_key_) return not_sorted(file_.file(), next_ + at / kRecordSize);
    last_key_ = key;
  }
  return {};
}

Result<void> RecordCopier::append(std::span<const RawEntry> entries) {
  std::array<std::byte, kRecordSize> bytes{};
  for (const RawEntry& entry : entries) {
    last_key_ = entry.key;
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
