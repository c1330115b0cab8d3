// SPDX-License-Identifier: MIT
#include <string>
#include <string_view>
#include <utility>

#include <polyglot/book/crafty_check.hpp>
#include <polyglot/book/crafty_record.hpp>

#include "book/crafty_file.hpp"

namespace polyglot::book {
namespace {

/// Looks at one record after another.
class CraftyChecker {
 public:
  explicit CraftyChecker(const CraftyFile& book) : book_(book) {
    check_.version = book.version();
    check_.clusters = book.cluster_count();
  }

  void read(std::size_t number) {
    const auto cluster = book_.cluster(number);
    if (!cluster) {
      ++check_.bad_clusters;
      note(cluster.error());
      return;
    }
    const bool is_there = cluster->offset != 0;
    if (is_there && cluster->records.empty()) ++check_.empty_clusters;
    for (std::size_t i = 0; i < cluster->records.size(); ++i)
      read(cluster->records[i], number, cluster->learn_offset(i) - crafty_layout::kLearnOffset);
  }

  [[nodiscard]] CraftyCheck result() && { return std::move(check_); }

 private:
  void read(const CraftyRecord& record, std::size_t cluster, std::uint64_t offset) {
    if (check_.records++ > 0 && record.key <= last_key_) {
      ++check_.unsorted;
      note(offset, "the key here is not above the one before it");
    }
    if (record.cluster() != cluster) {
      ++check_.misplaced;
      note(offset, "the key here belongs to another cluster: the move is not found");
    }
    last_key_ = record.key;
    check_.games += record.count;
    check_.marked += (record.status & crafty_status::kMarks) != 0 ? 1 : 0;
    check_.learned += record.learn != 0 ? 1 : 0;
  }

  void note(std::uint64_t offset, std::string_view what) {
    note({std::string(what), book_.path() + ": offset " + std::to_string(offset)});
  }
  void note(Error error) {
    if (!check_.first) check_.first = std::move(error);
  }

  const CraftyFile& book_;
  CraftyCheck check_;
  std::uint64_t last_key_ = 0;
};

}  // namespace

Result<CraftyCheck> check_crafty_book(const std::string& path) {
  const auto book = CraftyFile::open(path);
  if (!book) return book.error();
  CraftyChecker checker(*book);
  for (std::size_t number = 0; number < crafty_layout::kClusters; ++number) checker.read(number);
  return std::move(checker).result();
}

}  // namespace polyglot::book
