// SPDX-License-Identifier: MIT
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include <polyglot/counts/counts_writer.hpp>
#include <polyglot/os/atomic_file.hpp>

#include "counts/bits.hpp"
#include "counts/bucket.hpp"
#include "counts/file_layout.hpp"

namespace polyglot::counts {
namespace {

/// The bytes that are written at once.
constexpr std::size_t kWriteAtOnce = std::size_t{1} << 20;

}  // namespace

struct PartitionPacker::State {
  BucketPacker packer = {};
  PackedPartition packed = {};
  std::uint64_t size = 0;  ///< of all buckets so far
  /// The groups that were seen last, by some of their bits. A lookup in a set of all groups takes longer.
  std::array<std::optional<std::uint32_t>, 256> seen_groups = {};

  void note_group(std::uint32_t group) {
    std::optional<std::uint32_t>& seen = seen_groups[(group ^ group >> 16) % seen_groups.size()];
    if (seen == group) return;
    seen = group;
    packed.groups.insert(group);
  }
  void end_positions(std::size_t count) {
    packed.positions += count;
    if (packer.origins().size() >= kRowsOfBucket) end_bucket();
  }
  void end_bucket() {
    const std::span origins = packer.origins();
    if (origins.empty()) return;
    Origin before = ~origins.front();
    for (const Origin origin : origins)
      if (!are_of_one_group(origin, std::exchange(before, origin))) note_group(group_of(origin));
    packed.moves += origins.size();
    const std::size_t begin = packed.bytes.size();
    const std::uint64_t first_key = packer.pack(packed.bytes);
    const std::string_view bytes = std::string_view(packed.bytes).substr(begin);
    packed.buckets.push_back({.first_key = first_key, .offset = size, .checksum = checksum_of(bytes)});
    size += bytes.size();
  }
};

PartitionPacker::PartitionPacker() : state_(std::make_unique<State>()) {}
PartitionPacker::PartitionPacker(PartitionPacker&&) noexcept = default;
PartitionPacker& PartitionPacker::operator=(PartitionPacker&&) noexcept = default;
PartitionPacker::~PartitionPacker() = default;

void PartitionPacker::add(std::uint64_t key, std::span<const Row> rows) {
  state_->packer.add(key, rows);
  state_->end_positions(1);
}

bool PartitionPacker::add(std::uint64_t key, const GameRow& row) {
  const bool is_added = state_->packer.add(key, row);
  if (is_added) state_->end_positions(1);
  return is_added;
}

std::size_t PartitionPacker::copy(std::span<const NextPosition> positions) {
  const std::size_t copied = state_->packer.copy(positions);
  state_->end_positions(copied);
  return copied;
}

PackedPartition& PartitionPacker::packed() noexcept {
  return state_->packed;
}

PackedPartition& PartitionPacker::end() {
  state_->end_bucket();
  return state_->packed;
}

void PartitionPacker::begin() {
  // The memory of the bytes is used again.
  PackedPartition next;
  next.bytes = std::move(state_->packed.bytes);
  next.bytes.clear();
  state_->packed = std::move(next);
  state_->size = 0;
  state_->seen_groups = {};
}

struct CountsWriter::State {
  os::AtomicFile file;
  std::string path;
  Directory directory;
  PartitionPacker packer;
  std::set<std::uint32_t> groups;
  std::uint32_t partition = 0;  ///< the present one
  std::uint64_t begin = kBeginSize;
  std::uint64_t size = 0;  ///< bytes of the file so far

  [[nodiscard]] Result<void> write(std::string_view bytes) {
    size += bytes.size();
    return file.write(std::as_bytes(std::span(bytes)));
  }
  /// Writes the packed buckets, if they are many.
  [[nodiscard]] Result<void> write_buckets() {
    std::string& bytes = packer.packed().bytes;
    if (bytes.size() < kWriteAtOnce) return {};
    auto written = write(bytes);
    bytes.clear();
    return written;
  }
  /// Writes the rest of the partition with its table, and begins the next one.
  [[nodiscard]] Result<void> end_partition(const PackedPartition& packed);
  [[nodiscard]] Result<void> skip_to(std::uint32_t wanted) {
    while (partition < wanted) {
      if (auto ended = end_partition(packer.end()); !ended) return ended;
      packer.begin();
    }
    return {};
  }
};

Result<void> CountsWriter::State::end_partition(const PackedPartition& packed) {
  if (auto written = write(packed.bytes); !written) return written;
  Place place{.begin = begin,
              .table = size,
              .buckets = static_cast<std::uint32_t>(packed.buckets.size()),
              .checksum = 0,
              .positions = packed.positions,
              .moves = packed.moves,
              .index = {}};
  if (place.table - place.begin > std::numeric_limits<std::uint32_t>::max())
    return Error{"a partition takes more than 4 GB", path};
  std::string table;
  for (std::size_t i = 0; i < packed.buckets.size(); ++i) {
    const PackedPartition::Bucket& bucket = packed.buckets[i];
    if (i % kBucketsOfPiece == 0) place.index.push_back(bucket.first_key);
    put(table, bucket.first_key);
    put(table, static_cast<std::uint32_t>(bucket.offset));
    put(table, bucket.checksum);
  }
  place.checksum = checksum_of(table);
  if (auto written = write(table); !written) return written;
  groups.insert(packed.groups.begin(), packed.groups.end());
  directory.places.push_back(std::move(place));
  begin = size;
  ++partition;
  return {};
}

CountsWriter::CountsWriter(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
CountsWriter::CountsWriter(CountsWriter&&) noexcept = default;
CountsWriter::~CountsWriter() = default;

Result<CountsWriter> CountsWriter::create(const std::string& path, Header header) {
  auto file = os::AtomicFile::create(path);
  if (!file) return file.error();
  auto state = std::make_unique<State>(State{.file = std::move(*file),
                                             .path = path,
                                             .directory = {.header = std::move(header), .places = {}},
                                             .packer = {},
                                             .groups = {}});
  if (auto written = state->write(begin_bytes()); !written) return written.error();
  return CountsWriter(std::move(state));
}

Result<void> CountsWriter::add(std::uint64_t key, std::span<const Row> rows) {
  State& state = *state_;
  if (auto skipped = state.skip_to(partition_of(key)); !skipped) return skipped;
  state.packer.add(key, rows);
  return state.write_buckets();
}

Result<PartitionPacker*> CountsWriter::packer_of(std::uint64_t key) {
  State& state = *state_;
  if (auto skipped = state.skip_to(partition_of(key)); !skipped) return skipped.error();
  if (auto written = state.write_buckets(); !written) return written.error();
  return &state.packer;
}

Result<void> CountsWriter::add(std::uint32_t partition, const PackedPartition& packed) {
  if (auto skipped = state_->skip_to(partition); !skipped) return skipped;
  return state_->end_partition(packed);
}

void CountsWriter::set_inputs(std::vector<Input> inputs) {
  state_->directory.header.inputs = std::move(inputs);
}

Result<Header> CountsWriter::commit() {
  State& state = *state_;
  Header& header = state.directory.header;
  if (auto skipped = state.skip_to(kPartitions); !skipped) return skipped.error();
  header.groups.clear();
  for (const std::uint32_t code : state.groups) header.groups.push_back(Group::of(code));
  const std::string bytes = directory_bytes(state.directory);
  const Trailer trailer{.begin = state.size, .size = bytes.size(), .checksum = checksum_of(bytes)};
  if (auto written = state.write(bytes); !written) return written.error();
  if (auto written = state.write(trailer_bytes(trailer)); !written) return written.error();
  if (auto committed = state.file.commit(); !committed) return committed.error();
  add_numbers(state.directory);
  return std::move(header);
}

}  // namespace polyglot::counts
