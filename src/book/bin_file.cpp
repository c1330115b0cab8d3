#include "book/bin_file.hpp"
#include <algorithm>
#include <array>
#include <limits>
#include <string>

namespace polyglot::book {
namespace {

/// Records of one page: reading them all costs no more than reading one.
constexpr std::uint64_t kBlockRecords = 256;

/// Keys are hash values, evenly spread, so a guess by proportion is near after two or three reads even in a
/// book of 100 GB. A file that defeats so many guesses is searched by halving.
constexpr int kGuesses = 8;

/// Records read at once from the first of a position on: nearly always all of them.
constexpr std::uint64_t kReadAhead = 64;

/// A range of records and the keys around it: low < wanted <= high.
struct Range {
  std::uint64_t first;
  std::uint64_t last;
  chess::Key low = 0;
  chess::Key high = std::numeric_limits<chess::Key>::max();

  [[nodiscard]] std::uint64_t size() const noexcept { return last - first; }

  [[nodiscard]] std::uint64_t middle() const noexcept { return first + size() / 2; }

  [[nodiscard]] std::uint64_t guess(chess::Key wanted) const noexcept {
    const double part = static_cast<double>(wanted - low) / static_cast<double>(high - low);
    return first + static_cast<std::uint64_t>(part * static_cast<double>(size()));
  }

  /// First record of the block with `index` in its middle, as far as the range allows.
  [[nodiscard]] std::uint64_t block_around(std::uint64_t index) const noexcept {
    return std::clamp(index, first + kBlockRecords / 2, last - kBlockRecords / 2) - kBlockRecords / 2;
  }
};

/// Up to kBlockRecords records, not decoded: a search looks at few of them.
class Block {
 public:
  [[nodiscard]] Result<void> read(const MappedFile& file, std::uint64_t first, std::uint64_t count) {
    size_ = count;
    return file.read(first * kRecordSize, std::span(bytes_).first(count * kRecordSize));
  }

  [[nodiscard]] chess::Key key(std::uint64_t index) const noexcept {
    return decode_key(std::span(bytes_).subspan(index * kRecordSize).first<kRecordSize>());
  }
  [[nodiscard]] chess::Key front() const noexcept { return key(0); }
  [[nodiscard]] chess::Key back() const noexcept { return key(size_ - 1); }

  /// How many records come before the first whose key is not less than `wanted`.
  [[nodiscard]] std::uint64_t count_less(chess::Key wanted) const noexcept {
    std::uint64_t less = 0;
    for (std::uint64_t end = size_; less < end;) {
      const std::uint64_t middle = less + (end - less) / 2;
      if (key(middle) < wanted)
        less = middle + 1;
      else
        end = middle;
    }
    return less;
  }

 private:
  std::array<std::byte, kBlockRecords * kRecordSize> bytes_;
  std::uint64_t size_ = 0;
};

}  // namespace

Result<std::vector<RawEntry>> BinFile::read(std::uint64_t first, std::uint64_t count) const {
  std::vector<std::byte> bytes(count * kRecordSize);
  if (auto read = file_.read(first * kRecordSize, bytes); !read) return read.error();
  std::vector<RawEntry> entries(count);
  for (std::size_t i = 0; i < entries.size(); ++i)
    entries[i] = decode_entry(std::span(bytes).subspan(i * kRecordSize).first<kRecordSize>());
  return entries;
}

Result<void> BinFile::write_learn(std::uint64_t index, std::uint32_t learn) {
  constexpr std::size_t kLearnOffset = 12;
  std::array<std::byte, kRecordSize> record{};
  encode_entry({.learn = learn}, record);
  return file_.write(index * kRecordSize + kLearnOffset, std::span(record).subspan(kLearnOffset));
}

Result<std::uint64_t> BinFile::lower_bound(std::uint64_t first, std::uint64_t last, chess::Key wanted) const {
  Range range{.first = first, .last = last};
  Block block;
  for (int guesses = 0; range.size() > kBlockRecords; ++guesses) {
    const std::uint64_t near = guesses < kGuesses ? range.guess(wanted) : range.middle();
    const std::uint64_t start = range.block_around(near);
    if (auto read = block.read(file_, start, kBlockRecords); !read) return read.error();
    if (block.front() >= wanted) {
      range.last = start;
      range.high = block.front();
    } else if (block.back() < wanted) {
      range.first = start + kBlockRecords;
      range.low = block.back();
    } else {
      return start + block.count_less(wanted);
    }
  }
  if (auto read = block.read(file_, range.first, range.size()); !read) return read.error();
  return range.first + block.count_less(wanted);
}

Result<std::vector<RawEntry>> BinFile::records_of(chess::Key key, std::uint64_t first) const {
  std::vector<RawEntry> found;
  for (std::uint64_t next = first; next < count(); next += kReadAhead) {
    const auto block = read(next, std::min(kReadAhead, count() - next));
    if (!block) return block.error();
    const auto same_key = [key](const RawEntry& entry) { return entry.key == key; };
    const auto end = std::ranges::find_if_not(*block, same_key);
    found.insert(found.end(), block->begin(), end);
    if (end != block->end()) break;
    if (found.size() > kMaxRecordsOfKey)
      return too_many_records(file_.path(), first + kMaxRecordsOfKey, "one position");
  }
  return found;
}

Error too_many_records(const std::string& path, std::uint64_t index, std::string_view what) {
  return {"more than 65536 records of " + std::string(what) + ": damaged, copy or build the book again",
          at_offset(path, index * kRecordSize)};
}

}  // namespace polyglot::book
