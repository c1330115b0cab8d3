#include <algorithm>
#include <vector>

#include <polyglot/book/bin_reader.hpp>

#include "book/bin_check.hpp"
#include "book/mapped_file.hpp"

namespace polyglot::book {
namespace {

/// 128 KiB: large enough that system calls cost nothing beside the work, small enough for the cache.
constexpr std::uint64_t kStreamBlock = 8192;

/// In place: a record in memory takes as many bytes as one in the file.
void decode_block(std::span<RawEntry> entries) {
  static_assert(sizeof(RawEntry) == kRecordSize);
  const auto bytes = std::as_bytes(entries);
  for (std::size_t i = 0; i < entries.size(); ++i)
    entries[i] = decode_entry(bytes.subspan(i * kRecordSize).first<kRecordSize>());
}

}  // namespace

class BinBookReader::Input {
 public:
  Input(MappedFile file, bool ordered)
      : file_(std::move(file)),
        ordered_(ordered),
        count_(file_.size() / kRecordSize),
        block_(std::min(kStreamBlock, count_)) {}

  [[nodiscard]] const MappedFile& file() const noexcept { return file_; }

  Result<std::span<const RawEntry>> next_block() {
    const std::span block = std::span(block_).first(std::min<std::uint64_t>(block_.size(), count_ - next_));
    if (auto read = file_.read_ahead(next_ * kRecordSize, std::as_writable_bytes(block)); !read)
      return read.error();
    decode_block(block);
    if (ordered_)
      if (auto sorted = check_order(block); !sorted) return sorted.error();
    next_ += block.size();
    return std::span<const RawEntry>(block);
  }

 private:
  Result<void> check_order(std::span<const RawEntry> block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (block[i].key < last_key_) return not_sorted(file_, next_ + i);
      last_key_ = block[i].key;
    }
    return {};
  }

  MappedFile file_;
  bool ordered_;
  std::uint64_t count_;
  std::uint64_t next_ = 0;
  chess::Key last_key_ = 0;
  std::vector<RawEntry> block_;
};

Result<BinBookReader> BinBookReader::open(const std::string& path) {
  auto file = MappedFile::open(path);
  if (!file) return file.error();
  if (auto kind = check_bin_kind(*file); !kind) return kind.error();
  if (auto size = check_bin_size(*file); !size) return size.error();
  return BinBookReader(std::make_unique<Input>(std::move(*file), true));
}

Result<BinBookReader> BinBookReader::open_damaged(const std::string& path) {
  auto file = MappedFile::open(path);
  if (!file) return file.error();
  if (auto kind = check_bin_kind(*file); !kind) return kind.error();
  return BinBookReader(std::make_unique<Input>(std::move(*file), false));
}

BinBookReader::BinBookReader(std::unique_ptr<Input> input) noexcept : input_(std::move(input)) {}
BinBookReader::BinBookReader(BinBookReader&& other) noexcept = default;
BinBookReader::~BinBookReader() = default;

const std::string& BinBookReader::path() const noexcept {
  return input_->file().path();
}

std::uint64_t BinBookReader::file_size() const noexcept {
  return input_->file().size();
}

Result<std::span<const RawEntry>> BinBookReader::next_block() {
  return input_->next_block();
}

}  // namespace polyglot::book
