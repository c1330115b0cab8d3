// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/learn_store.hpp>
#include <polyglot/book/learned_results.hpp>
#include <polyglot/os/open_files.hpp>

#include "book/whole/castling_codes.hpp"
#include "book/whole/move_places.hpp"
#include "book/whole/position_cursor.hpp"

namespace polyglot::book {
namespace {

constexpr std::uint32_t kMostWeight = std::numeric_limits<std::uint16_t>::max();

LearnedResult result_of(const RawEntry& record) noexcept {
  return {.games = record.learn_games(), .points = record.learn_points()};
}

/// Whether a record has results. Records of the header and closing records have none.
bool has_result(const RawEntry& record) noexcept {
  return record.key != 0 && record.learn != 0 && record != kClosingRecord;
}

/// Opens a file whose results can be added to others.
Result<PositionCursor> open_results(const std::string& path) {
  const auto book = BinBook::open(path);
  if (!book) return book.error();
  const LearnLayout layout = (*book)->learn_layout();
  if (is_foreign(layout)) return foreign_results(path, layout);
  return PositionCursor::open(path);
}

struct Sum {
  std::uint64_t games = 0;
  std::uint64_t points = 0;
};

/// Encodes a sum. If it does not fit, halves it and counts that in `halved`.
std::uint32_t encode_sum(const Sum& sum, std::uint64_t& halved) noexcept {
  const LearnedResult result = fitted(sum.games, sum.points);
  if (result.games != sum.games || result.points != sum.points) ++halved;
  return encode_learn(result.games, result.points);
}

class ResultsMerger {
 public:
  ResultsMerger(std::vector<PositionCursor> files, CastlingCodes castling, BinBookWriter& writer)
      : files_(std::move(files)), castling_(std::move(castling)), writer_(writer) {}

  Result<LearnMergeReport> run() {
    while (const auto key = lowest_key(files_))
      if (auto merged = merge(*key); !merged) return merged.error();
    return report_;
  }

 private:
  Result<void> merge(chess::Key key) {
    sums_.clear();
    places_.clear();
    for (PositionCursor& file : files_) {
      if (!file.is_at(key)) continue;
      records_.clear();
      if (auto taken = file.take(records_); !taken) return taken;
      for (const RawEntry& record : records_) {
        if (!has_result(record)) continue;
        Sum& sum = sum_of(record);
        sum.games += record.learn_games();
        sum.points += record.learn_points();
      }
    }
    if (!sums_.empty()) ++report_.positions;
    report_.records += sums_.size();
    std::ranges::sort(sums_, {}, &MoveSum::move);
    for (const auto& [move, sum] : sums_) {
      const RawEntry record{.key = key, .move = move, .learn = encode_sum(sum, report_.halved)};
      if (auto added = writer_.add(record); !added) return added;
    }
    return {};
  }

  struct MoveSum {
    std::uint16_t move = 0;
    Sum sum = {};
  };

  /// The sum of a record's move. If files write a castling in two ways, the sum gets the usual code.
  [[nodiscard]] Sum& sum_of(const RawEntry& record) {
    if (const auto same = places_.find(record.move)) return sums_[*same].sum;
    if (const auto castling = castling_.find_same(record.key, record.move, places_)) {
      sums_[castling->place].move = castling->usual;
      return sums_[castling->place].sum;
    }
    places_.add(record.move);
    return sums_.emplace_back(MoveSum{.move = record.move}).sum;
  }

  std::vector<PositionCursor> files_;
  CastlingCodes castling_;
  BinBookWriter& writer_;
  std::vector<RawEntry> records_;  ///< the records of one position in one file
  std::vector<MoveSum> sums_;      ///< the sums of one position
  MovePlaces places_;              ///< indices in sums_, by the code of the first record of each
  LearnMergeReport report_;
};

/// Applies results to the weights of a position, and sorts by weight.
void weigh(std::vector<RawEntry>& records, const std::vector<LearnedResult>& results) {
  std::vector<std::uint64_t> values;
  for (std::size_t i = 0; i < records.size(); ++i)
    values.push_back(learned_weight(records[i].weight, results[i]));
  const std::uint64_t divisor = std::max(*std::ranges::max_element(values), learned_weight(kMostWeight, {}));
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::uint64_t least = records[i].weight > 0 ? 1 : 0;
    const std::uint64_t weight = (values[i] * kMostWeight + divisor / 2) / divisor;
    records[i].weight = static_cast<std::uint16_t>(std::max(weight, least));
  }
  std::ranges::stable_sort(records, std::ranges::greater(), &RawEntry::weight);
}

class Applier {
 public:
  Applier(PositionCursor book, PositionCursor side, ApplyTo to, CastlingCodes castling, BinBookWriter& writer)
      : cursors_{std::move(book), std::move(side)},
        to_(to),
        castling_(std::move(castling)),
        writer_(writer) {}

  Result<ApplyReport> run() {
    while (const auto key = lowest_key(cursors_)) {
      records_.clear();
      results_.clear();
      if (auto taken = take(cursors_.front(), *key, records_); !taken) return taken.error();
      if (auto taken = take(cursors_.back(), *key, results_); !taken) return taken.error();
      std::erase_if(results_, [](const RawEntry& result) { return !has_result(result); });
      apply();
      if (auto added = writer_.add(records_); !added) return added.error();
    }
    return report_;
  }

 private:
  static Result<void> take(PositionCursor& cursor, chess::Key key, std::vector<RawEntry>& records) {
    return cursor.is_at(key) ? cursor.take(records) : Result<void>();
  }

  void apply() {
    if (results_.empty()) return;
    std::vector<LearnedResult> learned(records_.size());
    const std::uint64_t before = report_.applied;
    places_.clear();
    for (const RawEntry& record : records_) places_.add(record.move);
    for (const RawEntry& result : results_) {
      // The book may write the castling in another way.
      const auto place = castling_.find_place(result.key, result.move, places_);
      if (!place) {
        ++report_.unknown;
        continue;
      }
      ++report_.applied;
      learned[*place] = learned[*place] + result_of(result);
      if (to_ == ApplyTo::fields) {
        RawEntry& record = records_[*place];
        record.learn = encode_sum({std::uint64_t{record.learn_games()} + result.learn_games(),
                                   std::uint64_t{record.learn_points()} + result.learn_points()},
                                  report_.halved);
      }
    }
    if (to_ == ApplyTo::weights && report_.applied > before) weigh(records_, learned);
  }

  std::array<PositionCursor, 2> cursors_;  ///< the book and the results
  ApplyTo to_;
  CastlingCodes castling_;
  BinBookWriter& writer_;
  std::vector<RawEntry> records_;
  MovePlaces places_;  ///< indices in records_
  std::vector<RawEntry> results_;
  ApplyReport report_;
};

/// Keeps the first `most` records of an order.
template <class Before>
class Foremost {
 public:
  Foremost(std::size_t most, Before before) : most_(most), before_(before) {}

  void add(const RawEntry& record) {
    const auto place = std::ranges::upper_bound(records_, record, before_);
    if (place == records_.end() && records_.size() == most_) return;
    records_.insert(place, record);
    if (records_.size() > most_) records_.pop_back();
  }
  [[nodiscard]] std::vector<RawEntry> take() noexcept { return std::move(records_); }

 private:
  std::size_t most_;
  Before before_;
  std::vector<RawEntry> records_;
};

bool is_better(const RawEntry& a, const RawEntry& b) noexcept {
  constexpr std::uint32_t kFineness = 1'000'000;
  return learned_weight(kFineness, result_of(a)) > learned_weight(kFineness, result_of(b));
}

bool is_worse(const RawEntry& a, const RawEntry& b) noexcept {
  return is_better(b, a);
}

}  // namespace

Result<LearnMergeReport> merge_learned(std::span<const std::string> files, const std::string& out) {
  return write_book<BinBookWriter>(files, out, [&](BinBookWriter& writer) -> Result<LearnMergeReport> {
    os::allow_open_files(files.size());
    std::vector<PositionCursor> cursors;
    for (const std::string& file : files) {
      auto cursor = open_results(file);
      if (!cursor) return cursor.error();
      cursors.push_back(std::move(*cursor));
    }
    return ResultsMerger(std::move(cursors), CastlingCodes({files.begin(), files.end()}, {}), writer).run();
  });
}

Result<ApplyReport> apply_learned(const std::string& book, const std::string& side, ApplyTo to,
                                  const std::string& out) {
  const std::array sources{book, side};
  return write_book<BinBookWriter>(sources, out, [&](BinBookWriter& writer) -> Result<ApplyReport> {
    // For weights, the book's own learn fields do not matter.
    std::vector<Error> notes;
    auto known = to == ApplyTo::fields ? open_results(book) : PositionCursor::open(book, &notes);
    if (!known) return known.error();
    auto results = open_results(side);
    if (!results) return results.error();
    auto report =
        Applier(std::move(*known), std::move(*results), to, CastlingCodes({book}, {}), writer).run();
    if (report) report->notes = std::move(notes);
    return report;
  });
}

Result<LearnSummary> summarise_learned(const std::string& path, std::size_t shown, std::uint16_t min_games) {
  auto reader = BinBookReader::open(path);
  if (!reader) return reader.error();
  LearnSummary summary;
  LearnLayoutGuess layout;
  Foremost best(shown, &is_better);
  Foremost worst(shown, &is_worse);
  chess::Key last_key = 0;
  const auto read = reader->visit_blocks([&](std::span<const RawEntry> block) -> Result<void> {
    for (const RawEntry& record : block) {
      if (!has_result(record)) continue;
      layout.add(record);
      if (std::exchange(last_key, record.key) != record.key) ++summary.positions;
      ++summary.records;
      summary.games += record.learn_games();
      summary.points += record.learn_points();
      if (record.learn_games() < min_games) continue;
      best.add(record);
      worst.add(record);
    }
    return {};
  });
  if (!read) return read.error();
  summary.layout = layout.result();
  summary.best = best.take();
  summary.worst = worst.take();
  return summary;
}

}  // namespace polyglot::book
