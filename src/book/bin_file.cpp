#include "book/bin_file.hpp"
#include <algorithm>
#include <array>

namespace polyglot::book {
namespace {

/// Records of one page: reading them all costs no more than reading one.
constexpr std::uint64_t kBlockRecords = 256;

}  // namespace

Result<chess::Key> BinFile::key(std::uint64_t index) const {
  std::array<std::byte, kRecordSize> bytes;
  if (auto read = file_.read(index * kRecordSize, bytes); !read) return read.error();
  return decode_key(bytes);
}

Result<std::vector<RawEntry>> BinFile::read(std::uint64_t first, std::uint64_t count) const {
  std::vector<std::byte> bytes(count * kRecordSize);
  if (auto read = file_.read(first * kRecordSize, bytes); !read) return read.error();
  std::vector<RawEntry> entries(count);
  for (std::size_t i = 0; i < entries.size(); ++i)
    entries[i] = decode_entry(std::span(bytes).subspan(i * kRecordSize).first<kRecordSize>());
  return entries;
}

Result<std::uint64_t> BinFile::lower_bound(std::uint64_t first, std::uint64_t last, chess::Key wanted) const {
  while (last - first > kBlockRecords) {
    const std::uint64_t middle = first + (last - first) / 2;
    const auto found = key(middle);
    if (!found) return found.error();
    if (*found < wanted)
      first = middle + 1;
    else
      last = middle;
  }
  const auto block = read(first, last - first);
  if (!block) return block.error();
  const auto less = [](const RawEntry& entry, chess::Key key) { return entry.key < key; };
  const auto found = std::lower_bound(block->begin(), block->end(), wanted, less);
  return first + static_cast<std::uint64_t>(found - block->begin());
}

}  // namespace polyglot::book
