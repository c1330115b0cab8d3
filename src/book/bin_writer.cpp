#include <algorithm>
#include <array>
#include <tuple>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/io/atomic_file.hpp>

namespace polyglot::book {
namespace {

constexpr std::size_t kChunkRecords = 4096;

Result<void> write_records(io::AtomicFile& file, std::span<const RawEntry> entries) {
  std::vector<std::byte> bytes;
  while (!entries.empty()) {
    const auto chunk = entries.first(std::min(kChunkRecords, entries.size()));
    bytes.resize(chunk.size() * kRecordSize);
    for (std::size_t i = 0; i < chunk.size(); ++i)
      encode_entry(chunk[i], std::span(bytes).subspan(i * kRecordSize).first<kRecordSize>());
    if (auto written = file.write(bytes); !written) return written;
    entries = entries.subspan(chunk.size());
  }
  return {};
}

}  // namespace

void sort_entries(std::vector<RawEntry>& entries) {
  std::ranges::stable_sort(entries, [](const RawEntry& a, const RawEntry& b) {
    return std::tie(a.key, b.weight) < std::tie(b.key, a.weight);
  });
}

Result<void> write_bin_book(const std::string& path, std::vector<RawEntry> entries,
                            const std::optional<BookHeader>& header) {
  if (std::ranges::find(entries, chess::Key{0}, &RawEntry::key) != entries.end())
    return Error{"cannot be written: an entry has key 0, which marks the header", path};
  std::vector<RawEntry> header_records;
  if (header) {
    auto made = make_header(*header);
    if (!made) return Error{made.error().what, path};
    header_records = std::move(*made);
  }
  sort_entries(entries);
  auto file = io::AtomicFile::create(path);
  if (!file) return file.error();
  if (auto written = write_records(*file, header_records); !written) return written;
  if (auto written = write_records(*file, entries); !written) return written;
  return file->commit();
}

}  // namespace polyglot::book
