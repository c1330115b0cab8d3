// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/book_format.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/merge.hpp>

#include "book/formats/crafty/crafty_file.hpp"
#include "book/whole/castling_codes.hpp"
#include "book/whole/move_places.hpp"
#include "book/whole/position_cursor.hpp"

namespace polyglot::book {
namespace {

constexpr double kMaxWeight = kMostWeight;

/// The moves of one position, joined from book to book.
class JoinedMoves {
 public:
  JoinedMoves(MergeRule rule, CastlingCodes castling) : rule_(rule), castling_(std::move(castling)) {}

  void clear() noexcept {
    records_.clear();
    weights_.clear();
    earlier_.clear();
    factors_ = 0;
  }

  [[nodiscard]] bool empty() const noexcept { return records_.empty(); }

  /// Takes over the records of the next book.
  void join(std::span<const RawEntry> records, double factor) {
    const std::size_t earlier = records_.size();
    for (const RawEntry& record : records) {
      const double weight = record.weight * factor;
      if (const auto place = find_move(record)) {
        double& joined = weights_[*place];
        joined = rule_ == MergeRule::maximum ? std::max(joined, weight) : joined + weight;
      } else {
        records_.push_back(record);
        weights_.push_back(weight);
      }
    }
    for (const RawEntry& record : std::span(records_).subspan(earlier)) earlier_.add(record.move);
    factors_ += factor;
  }

  /// The records with their final weights. Counts those that end at the highest.
  [[nodiscard]] std::span<const RawEntry> finish(std::uint64_t& capped) {
    const double divisor = rule_ == MergeRule::mean && factors_ > 0 ? factors_ : 1;
    for (std::size_t i = 0; i < records_.size(); ++i) {
      const double weight = weights_[i] / divisor;
      if (weight > kMaxWeight) ++capped;
      if (weight > 0) {
        const double rounded = std::clamp(weight, 0.5, kMaxWeight) + 0.5;
        records_[i].weight = static_cast<std::uint16_t>(std::min(rounded, kMaxWeight));
      } else {
        records_[i].weight = 0;
      }
    }
    return records_;
  }

 private:
  /// The first record of the same move in earlier books. A castling that was written in two ways has its
  /// usual code from now on.
  [[nodiscard]] std::optional<std::size_t> find_move(const RawEntry& record) {
    if (const auto same = earlier_.find(record.move)) return same;
    const auto castling = castling_.find_same(record.key, record.move, earlier_);
    if (!castling) return std::nullopt;
    records_[castling->place].move = castling->usual;
    return castling->place;
  }

  MergeRule rule_;
  CastlingCodes castling_;
  std::vector<RawEntry> records_;
  std::vector<double> weights_;
  MovePlaces earlier_;  ///< records of the books before, by the codes that these have
  double factors_ = 0;
};

struct Source {
  PositionCursor cursor;
  MergeInput book;
};

/// Headers, as far as they can be read, of books that are for the same games.
class Headers {
 public:
  Result<void> add(std::span<const RawEntry> records, const std::string& path) {
    auto header = parse_header(records);
    if (!header) return {};
    for (const auto& [other_path, other] : headers_)
      if (!share_a_game(other, *header))
        return Error{"is for " + names(*header) + ", " + other_path + " for " + names(other) +
                         ", their headers say: books of different variants cannot be merged",
                     path};
    headers_.emplace_back(path, std::move(*header));
    return {};
  }

 private:
  static std::string names(const BookHeader& header) {
    std::string text;
    for (const std::string& name : header.variants) text += (text.empty() ? "" : " and ") + name;
    return text;
  }

  std::vector<std::pair<std::string, BookHeader>> headers_;
};

class Merger {
 public:
  Merger(std::vector<Source> sources, MergeRule rule, CastlingCodes castling, BinBookWriter& writer)
      : sources_(std::move(sources)), rule_(rule), writer_(writer), joined_(rule, std::move(castling)) {}

  Result<MergeReport> run() {
    if (auto header = write_header(); !header) return header.error();
    while (const auto key = lowest_key(sources_, &Source::cursor))
      if (auto merged = merge(*key); !merged) return merged.error();
    return report_;
  }

 private:
  /// Headers are text: they can neither be joined nor weighed.
  Result<void> write_header() {
    std::vector<RawEntry> header;
    Headers headers;
    for (Source& source : sources_) {
      records_.clear();
      if (source.cursor.is_at(0))
        if (auto taken = source.cursor.take(records_); !taken) return taken;
      if (header.empty()) header = records_;
      if (auto added = headers.add(records_, source.book.path); !added) return added;
    }
    return writer_.add(header);
  }

  Result<void> merge(chess::Key key) {
    joined_.clear();
    for (Source& source : sources_) {
      if (!source.cursor.is_at(key)) continue;
      records_.clear();
      if (auto taken = source.cursor.take(records_); !taken) return taken;
      if (rule_ != MergeRule::first || joined_.empty()) joined_.join(records_, source.book.factor);
    }
    const auto merged = joined_.finish(report_.capped);
    const std::size_t moves = without_closing(merged).size();
    report_.positions += moves > 0 ? 1 : 0;
    report_.records += moves;
    return writer_.add(merged);
  }

  std::vector<Source> sources_;
  MergeRule rule_;
  BinBookWriter& writer_;
  JoinedMoves joined_;
  std::vector<RawEntry> records_;  ///< of one position in one book
  MergeReport report_;
};

/// Adds what `other` has to `record`. Counts what ends at the highest count.
void join(CraftyRecord& record, const CraftyRecord& other, MergeRule rule, std::uint64_t& capped) {
  record.status |= other.status;
  if (record.learn == 0) record.learn = other.learn;
  record.count = rule == MergeRule::sum ? record.count + other.count : std::max(record.count, other.count);
  if (record.count > CraftyRecord::kMostCount) {
    record.count = CraftyRecord::kMostCount;
    ++capped;
  }
}

/// The records of a later book go behind those that have their keys.
void join(CraftyContent& merged, const CraftyContent& next, MergeRule rule, std::uint64_t& capped) {
  auto& records = merged.records;
  const auto middle = records.insert(records.end(), next.records.begin(), next.records.end());
  std::ranges::inplace_merge(records, middle, {}, &CraftyRecord::key);
  std::size_t kept = 0;
  for (const CraftyRecord& record : records) {
    if (kept > 0 && records[kept - 1].key == record.key)
      join(records[kept - 1], record, rule, capped);
    else
      records[kept++] = record;
  }
  records.resize(kept);
  merged.clusters |= next.clusters;
  merged.version = std::max(merged.version, next.version);
}

Result<MergeReport> merge_crafty_books(std::span<const MergeInput> books, MergeRule rule,
                                       std::span<const std::string> paths, const std::string& out) {
  const auto weighed = std::ranges::find_if(books, [](const MergeInput& book) { return book.factor != 1; });
  if (weighed != books.end()) return Error{"books of Crafty are merged without factors", weighed->path};
  if (rule != MergeRule::sum && rule != MergeRule::maximum)
    return Error{
        "Crafty books can only be merged with the rules sum and maximum, because their entries do not show "
        "positions",
        paths.front()};
  return write_book<CraftyContent>(paths, out, [&](CraftyContent& merged) -> Result<MergeReport> {
    MergeReport report{.is_of_crafty = true};
    merged.version = 0;
    for (const std::string& path : paths) {
      const auto next = read_crafty_content(path);
      if (!next) return next.error();
      join(merged, *next, rule, report.capped);
    }
    report.records = merged.records.size();
    return report;
  });
}

}  // namespace

Result<MergeReport> merge_books(std::span<const MergeInput> books, MergeRule rule, const std::string& out,
                                const BookGames& games) {
  std::vector<std::string> paths;
  std::vector<Result<BookFormat>> formats;
  for (const MergeInput& book : books) {
    paths.push_back(book.path);
    formats.push_back(recognise_format(book.path));
  }
  const auto is_by_move = [](const Result<BookFormat>& format) {
    return format && traits_of(*format).records == BookRecords::by_move;
  };
  if (std::ranges::all_of(formats, is_by_move)) return merge_crafty_books(books, rule, paths, out);
  return write_book<BinBookWriter>(paths, out, [&](BinBookWriter& writer) -> Result<MergeReport> {
    std::vector<Source> sources;
    for (std::size_t i = 0; i < books.size(); ++i) {
      auto cursor = PositionCursor::open(paths[i], formats[i]);
      if (!cursor) return cursor.error();
      sources.push_back({std::move(*cursor), books[i]});
    }
    return Merger(std::move(sources), rule, CastlingCodes(paths, games), writer).run();
  });
}

}  // namespace polyglot::book
