// SPDX-License-Identifier: MIT
#include "builder/gap_table.hpp"
#include <algorithm>
#include <tuple>
#include <utility>

namespace polyglot::builder {

void GapTable::add(GapVisit visit) {
  const auto known = gaps_.find(visit.id);
  if (known != gaps_.end()) {
    known->second.gap.count += visit.gap.count;
    known->second.gap.score += visit.gap.score;
    return;
  }
  if (gaps_.size() >= most_) make_room();
  gaps_.emplace(visit.id, Known{.gap = std::move(visit.gap), .number = came_++});
}

/// All gaps with the same count are dropped, so that the order of the table does not matter.
void GapTable::make_room() {
  const std::size_t had = gaps_.size();
  for (std::uint64_t least = 1; gaps_.size() > most_ / 2; ++least)
    boost::unordered::erase_if(gaps_, [least](const auto& known) { return known.second.gap.count <= least; });
  forgotten_ += had - gaps_.size();
}

std::vector<Gap> GapTable::take_sorted() {
  std::vector<Known> all;
  all.reserve(gaps_.size());
  for (auto& [id, known] : gaps_) all.push_back(std::move(known));
  gaps_.clear();
  std::ranges::sort(all, [](const Known& one, const Known& other) {
    return std::tuple(other.gap.count, one.number) < std::tuple(one.gap.count, other.number);
  });
  std::vector<Gap> sorted;
  sorted.reserve(all.size());
  for (Known& known : all) sorted.push_back(std::move(known.gap));
  return sorted;
}

}  // namespace polyglot::builder
