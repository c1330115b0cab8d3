// SPDX-License-Identifier: MIT
#include <cstddef>
#include <limits>

#include <polyglot/book/crafty.hpp>
#include <polyglot/os/atomic_file.hpp>

#include "book/whole/replace_file.hpp"

namespace polyglot::book {
namespace {

Result<void> add(BlockFile& out, std::uint32_t value) {
  return out.add<sizeof(value)>([value](auto bytes) { crafty_layout::store(value, bytes); });
}

/// The number of records of each cluster.
std::vector<std::uint32_t> counts_of(std::span<const CraftyRecord> records) {
  std::vector<std::uint32_t> counts(crafty_layout::kClusters);
  for (const CraftyRecord& record : records) ++counts[record.cluster()];
  return counts;
}

Result<void> write_index(BlockFile& out, std::span<const std::uint32_t> counts,
                         const CraftyClusters& clusters) {
  constexpr std::uint32_t kNone = 0xffffffff;
  std::size_t offset = crafty_layout::kIndexBytes;
  for (std::size_t i = 0; i < crafty_layout::kClusters; ++i) {
    const auto entry = clusters[i] ? static_cast<std::uint32_t>(offset) : kNone;
    if (auto added = add(out, entry); !added) return added;
    if (clusters[i]) offset += crafty_layout::kCountBytes + CraftyRecord::kBytes * counts[i];
  }
  return {};
}

Result<void> write_clusters(BlockFile& out, std::span<const CraftyRecord> records,
                            std::span<const std::uint32_t> counts, const CraftyClusters& clusters) {
  for (std::size_t i = 0; i < crafty_layout::kClusters; ++i) {
    if (!clusters[i]) continue;
    if (auto added = add(out, counts[i]); !added) return added;
    for (const CraftyRecord& record : records.first(counts[i]))
      if (auto added =
              out.add<CraftyRecord::kBytes>([&](auto bytes) { crafty_layout::encode(record, bytes); });
          !added)
        return added;
    records = records.subspan(counts[i]);
  }
  return add(out, crafty_layout::kVersion);
}

/// Writes a whole book, which does not get its name yet.
Result<std::optional<os::AtomicFile>> make_crafty_file(const std::string& path,
                                                       std::span<const CraftyRecord> records,
                                                       const CraftyClusters& clusters) {
  constexpr auto kMostBytes = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
  const std::size_t size = crafty_layout::kIndexBytes + crafty_layout::kCountBytes * clusters.count() +
                           CraftyRecord::kBytes * records.size();
  if (size > kMostBytes)
    return Error{"cannot be written: " + std::to_string(records.size()) +
                     " moves are more than a Crafty book can hold",
                 path};
  auto file = os::AtomicFile::create(path);
  if (!file) return file.error();
  if (clusters.none()) return std::optional(std::move(*file));
  BlockFile out(std::move(*file));
  const std::vector<std::uint32_t> counts = counts_of(records);
  if (auto written = write_index(out, counts, clusters); !written) return written.error();
  if (auto written = write_clusters(out, records, counts, clusters); !written) return written.error();
  if (auto written = out.flush(); !written) return written.error();
  return std::optional(std::move(out.file()));
}

}  // namespace

Result<void> write_crafty_book(const std::string& path,
                               const std::function<Result<void>(CraftyContent&)>& make) {
  return replace_file({}, path, [&](bool) -> Result<std::optional<os::AtomicFile>> {
    CraftyContent book;
    if (auto made = make(book); !made) return made.error();
    return make_crafty_file(path, book.records, book.clusters);
  });
}

Result<void> write_crafty_book(const std::string& path, std::span<const CraftyRecord> records,
                               const CraftyClusters& clusters) {
  return replace_file({}, path, [&](bool) { return make_crafty_file(path, records, clusters); });
}

}  // namespace polyglot::book
