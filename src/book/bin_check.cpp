#include "book/bin_check.hpp"
#include <algorithm>
#include <string>

#include "book/file_kind.hpp"

namespace polyglot::book {
namespace {

/// Up to this size every record is compared with the next; that takes less than 0.1 s.
constexpr std::uint64_t kFullCheckBytes = 64 << 20;
constexpr std::uint64_t kFullCheckBlock = 4096;
/// Larger books are sampled: few enough blocks for a slow disk, enough to notice a file that is no book.
constexpr std::uint64_t kSamples = 64;
constexpr std::uint64_t kSampleBlock = 256;
/// As much as is needed to tell text from a book.
constexpr std::uint64_t kStartBytes = 512;

/// Walks over blocks and remembers the last key seen.
class SortChecker {
 public:
  explicit SortChecker(const BinFile& file) : file_(file) {}

  Result<void> check(std::uint64_t first, std::uint64_t count) {
    const auto entries = file_.read(first, count);
    if (!entries) return entries.error();
    for (std::size_t i = 0; i < entries->size(); ++i) {
      const chess::Key key = (*entries)[i].key;
      if (key < last_key_) return not_sorted(file_.file(), first + i);
      last_key_ = key;
    }
    return {};
  }

 private:
  const BinFile& file_;
  chess::Key last_key_ = 0;
};

Result<void> check_every_record(const BinFile& file) {
  SortChecker checker(file);
  for (std::uint64_t first = 0; first < file.count(); first += kFullCheckBlock)
    if (auto sorted = checker.check(first, std::min(kFullCheckBlock, file.count() - first)); !sorted)
      return sorted;
  return {};
}

/// Blocks at equal distances, the first and the last included.
Result<void> check_samples(const BinFile& file) {
  SortChecker checker(file);
  const std::uint64_t last_block = file.count() - kSampleBlock;
  const std::uint64_t step = last_block / (kSamples - 1);
  for (std::uint64_t sample = 0; sample < kSamples; ++sample) {
    const std::uint64_t first = sample + 1 == kSamples ? last_block : sample * step;
    if (auto sorted = checker.check(first, kSampleBlock); !sorted) return sorted;
  }
  return {};
}

}  // namespace

Error not_sorted(const MappedFile& file, std::uint64_t index) {
  return {
      "is not sorted (size " + std::to_string(file.size()) +
          " bytes): the key here is smaller than one before it; damaged or no Polyglot book, mend it with "
          "check-book -repair, copy or build it again",
      at_offset(file.path(), index * kRecordSize)};
}

Result<void> check_bin_kind(const MappedFile& file) {
  std::vector<std::byte> start(std::min(file.size(), kStartBytes));
  if (auto read = file.read(0, start); !read) return read.error();
  if (const auto advice = recognise_other_format(start)) return Error{std::string(*advice), file.path()};
  return {};
}

Result<void> check_bin_size(const MappedFile& file) {
  const std::uint64_t rest = file.size() % kRecordSize;
  if (rest == 0) return {};
  return Error{
      "its size, " + std::to_string(file.size()) +
          " bytes, is no multiple of 16: it is cut short, damaged or no Polyglot book; copy it again, "
          "or save what is left with check-book -repair",
      at_offset(file.path(), file.size() - rest)};
}

Result<void> check_bin_file(const BinFile& file) {
  if (auto kind = check_bin_kind(file.file()); !kind) return kind;
  if (auto size = check_bin_size(file.file()); !size) return size;
  return file.file().size() <= kFullCheckBytes ? check_every_record(file) : check_samples(file);
}

}  // namespace polyglot::book
