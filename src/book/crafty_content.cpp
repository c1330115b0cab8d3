// SPDX-License-Identifier: MIT
#include "book/crafty_content.hpp"
#include <algorithm>
#include <filesystem>
#include <system_error>

#include <polyglot/os/atomic_file.hpp>

#include "book/commit_over.hpp"
#include "book/crafty_bytes.hpp"
#include "book/crafty_file.hpp"

namespace polyglot::book {
namespace {

Error out_of_order(const CraftyFile& book, const CraftyFile::Cluster& cluster) {
  return {"a key in this cluster is out of order: `polyglot check-book` tells where, build the book again",
          book.path() + ": offset " + std::to_string(cluster.offset)};
}

}  // namespace

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

Result<void> replace_crafty_book(std::span<const std::string> sources, const std::string& out,
                                 const std::function<Result<std::optional<CraftyContent>>()>& make) {
  std::error_code none;  // the same as different
  const bool is_source = std::ranges::any_of(
      sources, [&](const std::string& source) { return std::filesystem::equivalent(source, out, none); });
  std::optional<os::File> lock;
  if (is_source) {
    auto locked = os::open_locked(out, kPatience);
    if (!locked) return locked.error();
    lock = std::move(*locked);
  }
  const auto content = make();
  if (!content) return content.error();
  if (!*content) return {};
  auto file = make_crafty_file(out, (*content)->records, (*content)->clusters, (*content)->version);
  if (!file) return file.error();
  if (!lock) return commit_over(out, *file);
  if (auto flushed = file->flush(); !flushed) return flushed;
  return file->commit();
}

}  // namespace polyglot::book
