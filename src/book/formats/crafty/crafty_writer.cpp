// SPDX-License-Identifier: MIT
#include <cstddef>
#include <limits>

#include <polyglot/book/crafty_writer.hpp>
#include <polyglot/os/atomic_file.hpp>

#include "book/formats/crafty/crafty_file.hpp"
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
                            std::span<const std::uint32_t> counts, const CraftyClusters& clusters,
                            std::uint32_t version) {
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
  return add(out, version);
}

Error out_of_order(const CraftyFile& book, const CraftyFile::Cluster& cluster) {
  return {
      "a key in this cluster is out of order; build the book again, `polyglot check-book` shows the place",
      book.path() + ": offset " + std::to_string(cluster.offset)};
}

/// Writes a whole book, which does not get its name yet.
Result<std::optional<os::AtomicFile>> make_crafty_file(const std::string& path,
                                                       std::span<const CraftyRecord> records,
                                                       const CraftyClusters& clusters,
                                                       std::uint32_t version) {
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
  if (auto written = write_clusters(out, records, counts, clusters, version); !written)
    return written.error();
  if (auto written = out.flush(); !written) return written.error();
  return std::optional(std::move(out.file()));
}

}  // namespace

Result<void> write_crafty_book(const std::string& path, std::span<const CraftyRecord> records,
                               const CraftyClusters& clusters) {
  return replace_file(
      {}, path, [&](bool) { return make_crafty_file(path, records, clusters, crafty_layout::kVersion); });
}

Result<CraftyContent> read_crafty_content(const std::string& path) {
  const auto book = CraftyFile::open(path);
  if (!book) return book.error();
  CraftyContent content{.records = {}, .clusters = {}, .version = book->version()};
  content.records.reserve(book->record_count());
  for (std::size_t number = 0; number < crafty_layout::kClusters; ++number) {
    const auto cluster = book->cluster(number);
    if (!cluster) return cluster.error();
    if (cluster->offset != 0) content.clusters.set(number);
    for (const CraftyRecord& record : cluster->records) {
      const bool rises = content.records.empty() || record.key > content.records.back().key;
      if (!rises || record.cluster() != number) return out_of_order(*book, *cluster);
      content.records.push_back(record);
    }
  }
  return content;
}

Result<void> replace_book(std::span<const std::string> sources, const std::string& out,
                          const std::function<Result<bool>(CraftyContent&)>& make) {
  return replace_file(sources, out, [&](bool) -> Result<std::optional<os::AtomicFile>> {
    CraftyContent content;
    const auto made = make(content);
    if (!made) return made.error();
    if (!*made) return std::optional<os::AtomicFile>();
    return make_crafty_file(out, content.records, content.clusters, content.version);
  });
}

}  // namespace polyglot::book
