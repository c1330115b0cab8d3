#include <algorithm>
#include <array>
#include <tuple>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/os/atomic_file.hpp>

namespace polyglot::book {
namespace {

/// Large enough that system calls cost nothing beside the work, small enough for the cache.
constexpr std::size_t kBlockBytes = 128 << 10;

}  // namespace

class BinBookWriter::Output {
 public:
  Output(std::string path, os::AtomicFile file) : path_(std::move(path)), file_(std::move(file)) {}

  Result<void> add(const RawEntry& entry) {
    if (entry.key < last_key_)
      return Error{"cannot be written: the records do not come in the order of their keys", path_};
    last_key_ = entry.key;
    encode_entry(entry, std::span(block_).subspan(used_).first<kRecordSize>());
    used_ += kRecordSize;
    return used_ == block_.size() ? write_block() : Result<void>();
  }

  Result<void> flush() {
    if (auto written = write_block(); !written) return written;
    return file_.flush();
  }

  Result<void> commit() {
    if (auto written = write_block(); !written) return written;
    return file_.commit();
  }

 private:
  Result<void> write_block() { return file_.write(std::span(block_).first(std::exchange(used_, 0))); }

  std::string path_;
  os::AtomicFile file_;
  chess::Key last_key_ = 0;
  std::size_t used_ = 0;  ///< bytes of the block
  std::array<std::byte, kBlockBytes> block_;
};

Result<BinBookWriter> BinBookWriter::create(const std::string& path,
                                            const std::optional<BookHeader>& header) {
  std::vector<RawEntry> header_records;
  if (header) {
    auto made = make_header(*header);
    if (!made) return Error{made.error().what, path};
    header_records = std::move(*made);
  }
  auto file = os::AtomicFile::create(path);
  if (!file) return file.error();
  BinBookWriter writer(std::make_unique<Output>(path, std::move(*file)));
  if (auto written = writer.add(header_records); !written) return written.error();
  return writer;
}

BinBookWriter::BinBookWriter(std::unique_ptr<Output> output) noexcept : output_(std::move(output)) {}
BinBookWriter::BinBookWriter(BinBookWriter&& other) noexcept = default;
BinBookWriter::~BinBookWriter() = default;

Result<void> BinBookWriter::add(const RawEntry& entry) {
  return output_->add(entry);
}

Result<void> BinBookWriter::add(std::span<const RawEntry> entries) {
  for (const RawEntry& entry : entries)
    if (auto added = output_->add(entry); !added) return added;
  return {};
}

Result<void> BinBookWriter::flush() {
  return output_->flush();
}

Result<void> BinBookWriter::commit() {
  return output_->commit();
}

void sort_entries(std::vector<RawEntry>& entries) {
  std::ranges::stable_sort(entries, [](const RawEntry& a, const RawEntry& b) {
    return std::tie(a.key, b.weight) < std::tie(b.key, a.weight);
  });
}

Result<void> write_bin_book(const std::string& path, std::vector<RawEntry> entries,
                            const std::optional<BookHeader>& header) {
  if (std::ranges::find(entries, chess::Key{0}, &RawEntry::key) != entries.end())
    return Error{"cannot be written: an entry has key 0, which marks the header", path};
  sort_entries(entries);
  auto writer = BinBookWriter::create(path, header);
  if (!writer) return writer.error();
  if (auto added = writer->add(entries); !added) return added;
  return writer->commit();
}

}  // namespace polyglot::book
