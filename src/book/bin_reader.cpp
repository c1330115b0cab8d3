#include <algorithm>
#include <vector>

#include <polyglot/book/bin_reader.hpp>

#include "book/record_file.hpp"

namespace polyglot::book {
namespace {

/// 128 KiB: large enough that system calls cost nothing beside the work, small enough for the cache.
constexpr std::uint64_t kStreamBlock = 8192;

constexpr std::string_view kRemedy =
    "damaged or no Polyglot book, mend it with check-book -repair, copy or build it again";

}  // namespace

class BinBookReader::Input {
 public:
  explicit Input(RecordFile file) : file_(std::move(file)), block_(std::min(kStreamBlock, file_.count())) {}

  void demand_order() noexcept { ordered_ = true; }

  [[nodiscard]] const RecordFile& file() const noexcept { return file_; }

  Result<std::span<const RawEntry>> next_block() {
    const std::span block =
        std::span(block_).first(std::min<std::uint64_t>(block_.size(), file_.count() - next_));
    if (auto read = file_.read(next_, block); !read) return read.error();
    if (ordered_)
      if (auto sorted = check_order(block); !sorted) return sorted.error();
    next_ += block.size();
    return std::span<const RawEntry>(block);
  }

 private:
  Result<void> check_order(std::span<const RawEntry> block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (block[i].key < last_key_) return not_sorted(file_, next_ + i, kRemedy);
      last_key_ = block[i].key;
    }
    return {};
  }

  RecordFile file_;
  bool ordered_ = false;
  std::uint64_t next_ = 0;
  chess::Key last_key_ = 0;
  std::vector<RawEntry> block_;
};

Result<BinBookReader> BinBookReader::open(const std::string& path) {
  auto reader = open_damaged(path);
  if (reader && reader->file_size() % kRecordSize != 0)
    return not_whole(reader->input_->file(),
                     "it is cut short, damaged or no Polyglot book; copy it again, or save what is left with "
                     "check-book -repair");
  if (reader) reader->input_->demand_order();
  return reader;
}

Result<BinBookReader> BinBookReader::open_damaged(const std::string& path) {
  auto file = RecordFile::open(path);
  if (!file) return file.error();
  return BinBookReader(std::make_unique<Input>(std::move(*file)));
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
