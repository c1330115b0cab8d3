// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>
#include <vector>

#include <polyglot/book/crafty_merge.hpp>

#include "book/crafty_content.hpp"

namespace polyglot::book {
namespace {

/// Calls `visit` with each key's record of both, or with one of them alone, in the order of the keys. Ends at
/// an error of it.
template <class Visit>
Result<void> visit_both(const std::vector<CraftyRecord>& a, const std::vector<CraftyRecord>& b, Visit visit) {
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() || right != b.end()) {
    const bool has_left = left != a.end() && (right == b.end() || left->key <= right->key);
    const bool has_right = right != b.end() && (left == a.end() || right->key <= left->key);
    const CraftyDiff both{.a = has_left ? std::optional(*left) : std::nullopt,
                          .b = has_right ? std::optional(*right) : std::nullopt};
    if (auto visited = visit(both); !visited) return visited;
    left += has_left ? 1 : 0;
    right += has_right ? 1 : 0;
  }
  return {};
}

CraftyRecord joined(const CraftyRecord& first, const CraftyRecord& other, MergeRule rule,
                    std::uint64_t& capped) {
  CraftyRecord record = first;
  record.status |= other.status;
  if (record.learn == 0) record.learn = other.learn;
  record.count = rule == MergeRule::sum ? first.count + other.count : std::max(first.count, other.count);
  if (record.count > CraftyRecord::kMostCount) {
    record.count = CraftyRecord::kMostCount;
    ++capped;
  }
  return record;
}

}  // namespace

Result<CraftyMergeReport> merge_crafty_books(std::span<const std::string> books, MergeRule rule,
                                             const std::string& out) {
  if (rule != MergeRule::sum && rule != MergeRule::maximum)
    return Error{
        "books of Crafty are merged by the rules sum and maximum alone: their entries tell no positions",
        books.front()};
  CraftyMergeReport report;
  auto written = replace_crafty_book(books, out, [&]() -> Result<std::optional<CraftyContent>> {
    CraftyContent merged{.records = {}, .clusters = {}, .version = 0};
    for (const std::string& path : books) {
      const auto next = read_crafty_content(path);
      if (!next) return next.error();
      std::vector<CraftyRecord> records;
      auto visited = visit_both(merged.records, next->records, [&](const CraftyDiff& both) -> Result<void> {
        records.push_back(both.a && both.b ? joined(*both.a, *both.b, rule, report.capped)
                                           : (both.a ? *both.a : *both.b));
        return {};
      });
      if (!visited) return visited.error();
      merged.records = std::move(records);
      merged.clusters |= next->clusters;
      merged.version = std::max(merged.version, next->version);
    }
    report.records = merged.records.size();
    return std::optional(std::move(merged));
  });
  if (!written) return written.error();
  return report;
}

Result<CraftyDiffCounts> diff_crafty_books(const std::string& a, const std::string& b,
                                           const std::function<Result<void>(const CraftyDiff&)>& sink) {
  const auto left = read_crafty_content(a);
  if (!left) return left.error();
  const auto right = read_crafty_content(b);
  if (!right) return right.error();
  CraftyDiffCounts counts{.versions_differ = left->version != right->version};
  auto visited = visit_both(left->records, right->records, [&](const CraftyDiff& both) -> Result<void> {
    if (both.a == both.b) return {};
    ++(!both.b ? counts.only_a : !both.a ? counts.only_b : counts.changed);
    return sink(both);
  });
  if (!visited) return visited.error();
  return counts;
}

}  // namespace polyglot::book
