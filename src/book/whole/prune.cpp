// SPDX-License-Identifier: MIT
#include <numeric>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/prune.hpp>
#include <polyglot/book/reached.hpp>

#include "book/whole/castling_codes.hpp"
#include "book/whole/position_cursor.hpp"

namespace polyglot::book {
namespace {

using Records = std::vector<RawEntry>;
using RecordSink = std::function<void(std::span<const RawEntry>)>;

std::uint64_t drop_light(Records& records, const PruneRule& rule) {
  double total = 0;
  for (const RawEntry& record : records) total += record.weight;
  const double least = std::max<double>(rule.min_weight, total * rule.min_share / 100);
  // If all weights are 0, no move has a share.
  return std::erase_if(records, [&](const RawEntry& record) {
    return record.weight < least || (total == 0 && rule.min_share > 0);
  });
}

/// Drops all but the `most` heaviest records. The others keep their order.
std::uint64_t drop_excess(Records& records, std::size_t most) {
  if (records.size() <= most) return 0;
  std::vector<std::size_t> order(records.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t i) { return records[i].weight; });
  order.resize(most);
  std::ranges::sort(order);
  Records kept;
  for (const std::size_t i : order) kept.push_back(records[i]);
  records.swap(kept);
  return kept.size() - most;
}

/// Applies the parts of the rule that need only one position, and gives the remaining records to `sink`.
/// `other` has the moves to subtract.
void prune_positions(PositionCursor book, std::optional<PositionCursor> other, const PruneRule& rule,
                     CastlingCodes castling, PruneReport& report, const RecordSink& sink) {
  Records records;
  Records others;
  while (!book.at_end()) {
    book.take(records);
    const chess::Key key = records.front().key;
    if (key != 0 && key != kClosingRecord.key) {
      report.entries += records.size();
      while (other && !other->at_end() && other->key() <= key) other->take(others);
      MovePlaces subtracted;
      if (!others.empty() && others.front().key == key)
        for (const RawEntry& record : others) subtracted.add(record.move);
      report.subtracted += std::erase_if(records, [&](const RawEntry& record) {
        return castling.find_place(key, record.move, subtracted).has_value();
      });
      report.light += drop_light(records, rule);
      report.excess += drop_excess(records, rule.most_moves);
    }
    sink(records);
  }
}

/// Drops positions by the games that lead to them. It repeats this until the remaining positions are reached
/// without the dropped ones.
Records prune_by_games(Records records, const PruneRule& rule, const BookGames& games, PruneReport& report) {
  for (std::size_t before = records.size() + 1; records.size() < before;) {
    before = records.size();
    const LoadedBook book({}, records);
    const ReachedPositions reached(book, games);
    const auto counter = [&](chess::Key key) -> std::uint64_t* {
      const auto path = reached.path(key);
      if (!path) return &report.unreached;
      if (rule.color && reached.find(key)->side_to_move() != *rule.color) return &report.other_color;
      return path->moves.size() >= rule.max_ply ? &report.late : nullptr;
    };
    chess::Key last = 0;
    std::uint64_t* dropped = nullptr;
    std::erase_if(records, [&](const RawEntry& record) {
      if (record.key == 0 || record == kClosingRecord) return false;
      if (std::exchange(last, record.key) != record.key) dropped = counter(record.key);
      if (dropped != nullptr) ++*dropped;
      return dropped != nullptr;
    });
  }
  return records;
}

PruneReport write_pruned(const std::string& path, const PruneRule& rule, const BookGames& games,
                         BinBookWriter& writer) {
  PruneReport report;
  PositionCursor book = PositionCursor::open(path, &report.notes);
  std::optional<PositionCursor> other;
  if (!rule.subtract.empty()) other.emplace(PositionCursor::open(rule.subtract, &report.notes));
  chess::Key last = 0;
  const RecordSink write = [&](std::span<const RawEntry> records) {
    for (const RawEntry& record : records) {
      if (record.key == 0 || record == kClosingRecord) continue;
      ++report.kept;
      if (std::exchange(last, record.key) != record.key) ++report.positions;
    }
    writer.add(records).value();
  };
  Records left;
  const RecordSink collect = [&left](std::span<const RawEntry> records) {
    left.insert(left.end(), records.begin(), records.end());
  };
  prune_positions(std::move(book), std::move(other), rule, CastlingCodes({path, rule.subtract}, games),
                  report, rule.asks_for_games() ? collect : write);
  if (rule.asks_for_games()) write(prune_by_games(std::move(left), rule, games, report));
  return report;
}

}  // namespace

Result<PruneReport> prune_book(const std::string& path, const PruneRule& rule, const BookGames& games,
                               const std::string& out) {
  std::vector<std::string> sources{path};
  if (!rule.subtract.empty()) sources.push_back(rule.subtract);
  return write_book(sources, out, [&](BinBookWriter& writer) {
    return result_of([&] { return write_pruned(path, rule, games, writer); });
  });
}

}  // namespace polyglot::book
