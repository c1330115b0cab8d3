// SPDX-License-Identifier: MIT
#include "builder/run_file.hpp"

namespace polyglot::builder {
namespace {

constexpr std::size_t kBufferedRecords = (std::size_t{1} << 20) / sizeof(Record);

/// All numbers in the file have the byte order of the machine, which the version shows.
struct Header {
  std::array<char, 8> name{'P', 'o', 'l', 'y', 'R', 'u', 'n', 's'};
  std::uint32_t version = 1;
  std::uint32_t partitions = kPartitions;
};

}  // namespace

Result<RunFile> RunFile::create(const std::string& folder) {
  auto file = os::File::open_temporary(folder);
  if (!file) return file.error();
  RunFile runs(std::move(*file));
  const Header header;
  if (auto written = runs.write(std::as_bytes(std::span(&header, 1))); !written) return written.error();
  return runs;
}

Result<void> RunFile::append(std::span<const Block* const> blocks) {
  auto& begins = runs_.emplace_back();
  begins.front() = size_ + sizeof(begins);
  for (std::size_t partition = 0; partition < kPartitions; ++partition) {
    begins[partition + 1] = begins[partition];
    for (const Block* block : blocks) begins[partition + 1] += block->slice(partition).size_bytes();
  }
  if (auto written = write(std::as_bytes(std::span(begins))); !written) return written;
  std::vector<Record> buffer;
  buffer.reserve(kBufferedRecords);
  for (std::size_t partition = 0; partition < kPartitions; ++partition) {
    for (const Block* block : blocks) {
      const auto slice = block->slice(partition);
      buffer.insert(buffer.end(), slice.begin(), slice.end());
      if (buffer.size() < kBufferedRecords) continue;
      if (auto written = write(std::as_bytes(std::span(buffer))); !written) return written;
      buffer.clear();
    }
  }
  return write(std::as_bytes(std::span(buffer)));
}

Result<void> RunFile::write(std::span<const std::byte> bytes) {
  auto written = file_.write_at(size_, bytes);
  if (!written) return Error{"temporary data " + written.error().what, file_.path()};
  size_ += bytes.size();
  return {};
}

Result<void> RunFile::read(std::size_t run, std::size_t partition, std::size_t first,
                           std::span<Record> room) const {
  const auto bytes = std::as_writable_bytes(room);
  const auto got = file_.read_at(runs_[run][partition] + first * sizeof(Record), bytes);
  if (got && *got == bytes.size()) return {};
  return Error{"temporary data " + (got ? "cannot be read: some is missing" : got.error().what),
               file_.path()};
}

std::uint64_t RunFile::bytes() const noexcept {
  std::uint64_t bytes = 0;
  for (const auto& begins : runs_) bytes += begins.back() - begins.front();
  return bytes;
}

}  // namespace polyglot::builder
