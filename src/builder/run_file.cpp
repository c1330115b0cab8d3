// SPDX-License-Identifier: MIT
#include "builder/run_file.hpp"

namespace polyglot::builder {
namespace {

constexpr std::size_t kBufferedRecords = (std::size_t{1} << 20) / sizeof(Record);

}  // namespace

Result<RunFile> RunFile::create(const std::string& folder) {
  auto file = os::File::open_temporary(folder);
  if (!file) return file.error();
  return RunFile(std::move(*file));
}

Result<void> RunFile::append(std::span<const Block* const> blocks) {
  auto& begins = begins_.emplace_back();
  std::vector<Record> buffer;
  buffer.reserve(kBufferedRecords);
  std::uint64_t at = size_;
  for (std::size_t partition = 0; partition < kPartitions; ++partition) {
    begins[partition] = at;
    for (const Block* block : blocks) {
      const auto slice = block->slice(partition);
      at += slice.size();
      buffer.insert(buffer.end(), slice.begin(), slice.end());
      if (buffer.size() < kBufferedRecords) continue;
      if (auto flushed = flush(buffer); !flushed) return flushed;
    }
  }
  begins[kPartitions] = at;
  return flush(buffer);
}

Result<void> RunFile::flush(std::vector<Record>& records) {
  auto written = file_.write_at(size_ * sizeof(Record), std::as_bytes(std::span(records)));
  if (!written) return Error{"temporary data " + written.error().what, file_.path()};
  size_ += records.size();
  records.clear();
  return {};
}

Result<void> RunFile::read(std::size_t run, std::size_t partition, std::size_t first,
                           std::span<Record> room) const {
  const auto bytes = std::as_writable_bytes(room);
  const auto got = file_.read_at((begins_[run][partition] + first) * sizeof(Record), bytes);
  if (got && *got == bytes.size()) return {};
  return Error{"temporary data " + (got ? "cannot be read: some is missing" : got.error().what),
               file_.path()};
}

}  // namespace polyglot::builder
