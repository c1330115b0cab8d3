// SPDX-License-Identifier: MIT
#include "builder/block.hpp"

namespace polyglot::builder {
namespace {

constexpr std::size_t kBufferedBytes = std::size_t{1} << 20;

}  // namespace

template <class Stored>
Result<BasicRunFile<Stored>> BasicRunFile<Stored>::create(const std::string& folder) {
  auto file = os::File::open_temporary(folder);
  if (!file) return file.error();
  return BasicRunFile(std::move(*file));
}

template <class Stored>
Result<void> BasicRunFile<Stored>::append(std::span<const BasicBlock<Stored>* const> blocks) {
  auto& begins = runs_.emplace_back();
  begins.front() = size_;
  for (std::size_t partition = 0; partition < kPartitions; ++partition) {
    begins[partition + 1] = begins[partition];
    for (const BasicBlock<Stored>* block : blocks)
      begins[partition + 1] += block->slice(partition).size() * sizeof(Stored);
  }
  constexpr std::size_t kBuffered = kBufferedBytes / sizeof(Stored);
  std::vector<Stored> buffer;
  buffer.reserve(kBuffered);
  for (std::size_t partition = 0; partition < kPartitions; ++partition) {
    for (const BasicBlock<Stored>* block : blocks) {
      const auto slice = block->slice(partition);
      buffer.insert(buffer.end(), slice.begin(), slice.end());
      if (buffer.size() < kBuffered) continue;
      if (auto written = write(std::as_bytes(std::span(buffer))); !written) return written;
      buffer.clear();
    }
  }
  return write(std::as_bytes(std::span(buffer)));
}

template <class Stored>
Result<void> BasicRunFile<Stored>::write(std::span<const std::byte> bytes) {
  auto written = file_.write_at(size_, bytes);
  if (!written) return Error{"temporary data " + written.error().what, file_.path()};
  size_ += bytes.size();
  return {};
}

template <class Stored>
Result<void> BasicRunFile<Stored>::read(std::size_t run, std::size_t partition, std::size_t first,
                                        std::span<Stored> room) const {
  const auto bytes = std::as_writable_bytes(room);
  const auto got = file_.read_at(runs_[run][partition] + first * sizeof(Stored), bytes);
  if (got && *got == bytes.size()) return {};
  return Error{"temporary data " + (got ? "cannot be read: some is missing" : got.error().what),
               file_.path()};
}

template class BasicRunFile<Record>;
template class BasicRunFile<CountRecord>;

}  // namespace polyglot::builder
