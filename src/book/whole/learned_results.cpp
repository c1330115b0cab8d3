// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/learn_store.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/os/file.hpp>

#include "book/whole/castling_codes.hpp"
#include "book/whole/move_places.hpp"
#include "book/whole/position_cursor.hpp"

namespace polyglot::book {
namespace {

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

class ResultsAdder {
 public:
  /// `cursors`: that of the target, if it has records, and then those of the other files.
  ResultsAdder(std::vector<PositionCursor> cursors, bool has_target, ResultsIn where, CastlingCodes castling,
               BinBookWriter& writer)
      : cursors_(std::move(cursors)),
        has_target_(has_target),
        where_(where),
        castling_(std::move(castling)),
        writer_(writer) {}

  Result<AddedResults> run() {
    while (const auto key = lowest_key(cursors_))
      if (auto added = add(*key); !added) return added.error();
    return report_;
  }

 private:
  /// A record of the target, and what it gets.
  struct Sum {
    RawEntry record;
    std::uint64_t games = 0;
    std::uint64_t points = 0;
  };

  Result<void> add(chess::Key key) {
    sums_.clear();
    places_.clear();
    for (PositionCursor& cursor : cursors_) {
      if (!cursor.is_at(key)) continue;
      records_.clear();
      if (auto taken = cursor.take(records_); !taken) return taken;
      const bool is_target = has_target_ && &cursor == &cursors_.front();
      for (const RawEntry& record : records_)
        if (is_target)
          add_record(record);
        else if (has_result(record))
          add_result(record);
    }
    if (where_ == ResultsIn::learn_file && key != 0)
      std::ranges::stable_sort(sums_, {}, [](const Sum& sum) { return sum.record.move; });
    for (Sum& sum : sums_) {
      if (sum.games > 0 || sum.points > 0) add_up(sum);
      if (auto added = writer_.add(sum.record); !added) return added;
    }
    return {};
  }

  void add_record(const RawEntry& record) {
    places_.add(record.move);
    sums_.push_back({.record = record});
  }

  void add_result(const RawEntry& result) {
    auto place = places_.find(result.move);
    if (!place) {
      // Files may write a castling in two ways.
      if (const auto same = castling_.find_same(result.key, result.move, places_)) {
        place = same->place;
        if (where_ == ResultsIn::learn_file) sums_[*place].record.move = same->usual;
      } else if (where_ == ResultsIn::learn_file) {
        place = sums_.size();
        add_record({.key = result.key, .move = result.move});
      } else {
        ++report_.unknown;
        return;
      }
    }
    sums_[*place].games += result.learn_games();
    sums_[*place].points += result.learn_points();
  }

  /// Adds the results of a record. If their sum does not fit, halves it.
  void add_up(Sum& sum) {
    sum.games += sum.record.learn_games();
    sum.points += sum.record.learn_points();
    const LearnedResult result = fitted(sum.games, sum.points);
    if (result.games != sum.games || result.points != sum.points) ++report_.halved;
    sum.record.learn = encode_learn(result.games, result.points);
    ++report_.records;
  }

  std::vector<PositionCursor> cursors_;
  bool has_target_;
  ResultsIn where_;
  CastlingCodes castling_;
  BinBookWriter& writer_;
  std::vector<RawEntry> records_;  ///< the records of one position in one file
  std::vector<Sum> sums_;          ///< the records of one position
  MovePlaces places_;              ///< indices in sums_, by the codes that its records had first
  AddedResults report_;
};

}  // namespace

Result<AddedResults> add_learned(std::span<const std::string> files, const std::string& target,
                                 ResultsIn where) {
  std::vector<std::string> sources(files.begin(), files.end());
  std::error_code missing;
  const auto size = std::filesystem::file_size(target, missing);
  const bool has_target = where == ResultsIn::book || (!missing && size > 0);
  if (has_target) sources.insert(sources.begin(), target);
  return write_book(sources, target, [&](BinBookWriter& writer) -> Result<AddedResults> {
    os::allow_open_files(sources.size());
    std::vector<PositionCursor> cursors;
    for (const std::string& source : sources) {
      auto cursor = open_results(source);
      if (!cursor) return cursor.error();
      cursors.push_back(std::move(*cursor));
    }
    return ResultsAdder(std::move(cursors), has_target, where, CastlingCodes(sources, {}), writer).run();
  });
}

}  // namespace polyglot::book
