// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/book/review.hpp>

#include "book/whole/review_graph.hpp"

/// Parts of review_book() that collect facts from a graph.
namespace polyglot::book {

/// A finding that may be among the most probable ones.
template <class Move>
struct FoundAt {
  double probability = 0;
  std::uint32_t number = 0;  ///< number of the position in the graph
  std::optional<Move> move = {};
  double share = 0;
  std::uint32_t other = std::numeric_limits<std::uint32_t>::max();  ///< the other position of the finding
};

/// Counts findings, and keeps the most probable ones. Of equal ones it keeps the first.
template <class Move>
class LikeliestFindings {
 public:
  explicit LikeliestFindings(std::size_t most = 0) : most_(most) {}

  void add(const FoundAt<Move>& found) {
    kept_.push_back({found, ++total_});
    std::ranges::push_heap(kept_, is_before);
    if (kept_.size() <= most_) return;
    std::ranges::pop_heap(kept_, is_before);
    kept_.pop_back();
  }

  [[nodiscard]] std::uint64_t total() const noexcept { return total_; }
  /// The kept findings, the most probable first.
  [[nodiscard]] std::vector<FoundAt<Move>> take() {
    std::ranges::sort(kept_, is_before);
    std::vector<FoundAt<Move>> all;
    for (const auto& [found, place] : kept_) all.push_back(found);
    kept_.clear();
    return all;
  }

 private:
  using Kept = std::pair<FoundAt<Move>, std::uint64_t>;  ///< with its number in the order of finding

  static bool is_before(const Kept& a, const Kept& b) {
    if (a.first.probability != b.first.probability) return a.first.probability > b.first.probability;
    return a.second < b.second;
  }

  std::size_t most_;
  std::uint64_t total_ = 0;
  std::vector<Kept> kept_;  ///< a heap with the least probable in front
};

/// How long games stay in the book, by opening. A position belongs to the last opening of the most probable
/// game to it.
template <class Board>
class OpeningDepths {
 public:
  using Graph = ReviewGraph<Board>;
  using Number = typename Graph::Number;

  OpeningDepths(const Graph& graph, const std::function<std::optional<std::uint32_t>(chess::Key)>& opening_of)
      : graph_(graph), rows_of_(graph.size()) {
    for (const Number number : graph.order()) {
      const auto& node = graph.node(number);
      const auto opening = opening_of ? opening_of(node.position.key()) : std::nullopt;
      const bool inherits = !opening && node.from != Graph::kNone;
      rows_of_[number] = inherits ? rows_of_[node.from] : row_of(opening);
      add(rows_[rows_of_[number]], number);
    }
  }

  [[nodiscard]] double mean_ply() const {
    double sum = 0;
    for (const Row& row : rows_) sum += row.plies;
    return sum;
  }

  [[nodiscard]] std::vector<OpeningDepth> likeliest(std::size_t most) const {
    std::vector<const Row*> all;
    for (const Row& row : rows_)
      if (row.ends > 0) all.push_back(&row);
    std::ranges::stable_sort(all, std::ranges::greater(), [](const Row* row) { return row->probability; });
    all.resize(std::min(all.size(), most));
    std::vector<OpeningDepth> depths;
    depths.reserve(all.size());
    for (const Row* const row : all)
      depths.push_back({.opening = row->opening,
                        .probability = row->probability,
                        .mean_ply = row->probability > 0
                                        ? row->plies / row->probability
                                        : row->plies_of_ends / static_cast<double>(row->ends),
                        .longest = row->longest,
                        .positions = row->positions,
                        .line = graph_.path(row->likeliest)});
    return depths;
  }

 private:
  struct Row {
    std::optional<std::uint32_t> opening;
    double probability = 0;
    double plies = 0;  ///< sum of plies, each times the probability of leaving the book there
    std::uint64_t ends = 0;
    double plies_of_ends = 0;
    std::uint32_t longest = 0;
    std::uint64_t positions = 0;
    Number likeliest = Graph::kNone;  ///< number of its most probable position
  };

  std::size_t row_of(std::optional<std::uint32_t> opening) {
    const std::uint32_t place = opening ? *opening + 1 : 0;
    const auto [found, is_new] = places_.emplace(place, rows_.size());
    if (is_new) rows_.push_back({.opening = opening});
    return found->second;
  }

  void add(Row& row, Number number) {
    const auto& node = graph_.node(number);
    row.positions += graph_.is_of_book(number) ? 1 : 0;
    if (row.likeliest == Graph::kNone || node.probability > graph_.node(row.likeliest).probability)
      row.likeliest = number;
    const double leaves = part_that_leaves(number);
    row.probability += node.probability * leaves;
    row.plies += node.probability * leaves * node.ply;
    if (leaves == 0) return;
    ++row.ends;
    row.plies_of_ends += node.ply;
    row.longest = std::max(row.longest, node.ply);
  }

  /// The part of the games that leave the book in a position. Their next move is unknown or leads back.
  [[nodiscard]] double part_that_leaves(Number number) const {
    constexpr double kRounding = 1e-9;
    double stays = 0;
    for (const auto& edge : graph_.edges(number))
      if (!graph_.leads_back(number, edge)) stays += edge.share;
    return 1 - stays > kRounding ? 1 - stays : 0;
  }

  const Graph& graph_;
  std::vector<Row> rows_;
  std::vector<std::size_t> rows_of_;  ///< by number
  boost::unordered_flat_map<std::uint32_t, std::size_t> places_;
};

/// How many positions of the book follow each position in the most probable games.
template <class Board>
class BranchSizes {
 public:
  using Graph = ReviewGraph<Board>;
  using Number = typename Graph::Number;

  explicit BranchSizes(const Graph& graph) : graph_(graph), sizes_(graph.size()) {
    const auto order = graph.order();
    for (auto number = order.rbegin(); number != order.rend(); ++number) {
      sizes_[*number] += graph.is_of_book(*number) ? 1 : 0;
      if (const Number from = graph.node(*number).from; from != Graph::kNone) sizes_[from] += sizes_[*number];
    }
  }

  [[nodiscard]] std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (Number start = 0; start < graph_.starts(); ++start) sum += sizes_[start];
    return sum;
  }

  /// Splits the largest branch again and again until there are enough.
  [[nodiscard]] std::vector<Branch> biggest(std::size_t most) const {
    const auto is_smaller = [this](Number a, Number b) {
      return sizes_[a] != sizes_[b] ? sizes_[a] < sizes_[b] : a > b;
    };
    std::vector<Number> open;  // a heap
    std::vector<Number> whole;
    for (Number start = 0; start < graph_.starts(); ++start)
      if (sizes_[start] > 0) open.push_back(start);
    std::ranges::make_heap(open, is_smaller);
    while (!open.empty() && open.size() + whole.size() < most) {
      std::ranges::pop_heap(open, is_smaller);
      const Number number = open.back();
      open.pop_back();
      const std::vector<Number> parts = split(number);
      if (parts.empty()) whole.push_back(number);
      for (const Number part : parts) {
        open.push_back(part);
        std::ranges::push_heap(open, is_smaller);
      }
    }
    whole.insert(whole.end(), open.begin(), open.end());
    std::ranges::sort(whole, [&](Number a, Number b) { return is_smaller(b, a); });
    whole.resize(std::min(whole.size(), most));
    std::vector<Branch> branches;
    branches.reserve(whole.size());
    for (const Number number : whole)
      branches.push_back({.line = graph_.path(number),
                          .positions = sizes_[number],
                          .probability = graph_.node(number).probability});
    return branches;
  }

 private:
  /// The branches at the first position of a branch that has several. Empty if it is a single line.
  [[nodiscard]] std::vector<Number> split(Number number) const {
    std::vector<Number> parts{number};
    while (parts.size() == 1) parts = next(parts.front());
    return parts;
  }

  [[nodiscard]] std::vector<Number> next(Number number) const {
    std::vector<Number> all;
    for (const auto& edge : graph_.edges(number)) {
      const auto& node = graph_.node(edge.to);
      if (node.from == number && node.by == edge.move && sizes_[edge.to] > 0) all.push_back(edge.to);
    }
    return all;
  }

  const Graph& graph_;
  std::vector<std::uint64_t> sizes_;  ///< by number
};

}  // namespace polyglot::book
