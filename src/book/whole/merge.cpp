// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/merge.hpp>
#include <polyglot/os/file.hpp>

#include "book/whole/castling_codes.hpp"
#include "book/whole/move_places.hpp"
#include "book/whole/position_cursor.hpp"

namespace polyglot::book {
namespace {

constexpr double kMaxWeight = kMostWeight;

/// Joins the moves that several books have in one position.
class JoinedMoves {
 public:
  JoinedMoves(MergeRule rule, MergeBy by, CastlingCodes castling)
      : rule_(rule), by_(by), castling_(std::move(castling)) {}

  void clear() noexcept {
    records_.clear();
    weights_.clear();
    earlier_.clear();
    factors_ = 0;
  }

  [[nodiscard]] bool empty() const noexcept { return records_.empty(); }

  /// Joins the records of the next book.
  void join(std::span<const RawEntry> records, double factor) {
    const std::size_t earlier = records_.size();
    const double unit = by_ == MergeBy::share ? std::max(sum_of_weights(records), 1.0) : 1;
    for (const RawEntry& record : records) {
      const double weight = record.weight * factor / unit;
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

  /// The records with their final weights. Counts a position whose weights have to be scaled down.
  [[nodiscard]] std::span<const RawEntry> finish(std::uint64_t& scaled) {
    if (rule_ == MergeRule::mean && factors_ > 0)
      for (double& weight : weights_) weight /= factors_;
    const auto [from, to] = by_ == MergeBy::share ? scale_of_shares() : scale_that_fits(scaled);
    for (std::size_t i = 0; i < records_.size(); ++i) records_[i].weight = rounded(weights_[i] * to / from);
    return records_;
  }

 private:
  /// Every weight is multiplied by `to / from`.
  struct Scale {
    double from = 1;
    double to = 1;
  };

  [[nodiscard]] static double sum_of_weights(std::span<const RawEntry> records) {
    return std::accumulate(records.begin(), records.end(), 0.0,
                           [](double sum, const RawEntry& record) { return sum + record.weight; });
  }

  /// Rounds a weight; a weight above 0 stays above 0.
  [[nodiscard]] static std::uint16_t rounded(double weight) {
    constexpr double kHalf = 0.5;
    return weight > 0 ? static_cast<std::uint16_t>(std::clamp(weight + kHalf, 1.0, kMaxWeight)) : 0;
  }

  [[nodiscard]] Scale scale_of_shares() const {
    const double sum = std::accumulate(weights_.begin(), weights_.end(), 0.0);
    return sum > 0 ? Scale{.from = sum, .to = kWeightsByShare} : Scale();
  }

  [[nodiscard]] Scale scale_that_fits(std::uint64_t& scaled) const {
    const double heaviest = weights_.empty() ? 0 : *std::ranges::max_element(weights_);
    if (heaviest <= kMaxWeight) return {};
    ++scaled;
    return {.from = heaviest, .to = kMaxWeight};
  }

  /// The first record of the same move in earlier books. If a castling is written in two ways, it gets its
  /// usual code.
  [[nodiscard]] std::optional<std::size_t> find_move(const RawEntry& record) {
    if (const auto same = earlier_.find(record.move)) return same;
    const auto castling = castling_.find_same(record.key, record.move, earlier_);
    if (!castling) return std::nullopt;
    records_[castling->place].move = castling->usual;
    return castling->place;
  }

  MergeRule rule_;
  MergeBy by_;
  CastlingCodes castling_;
  std::vector<RawEntry> records_;
  std::vector<double> weights_;
  MovePlaces earlier_;  ///< records of earlier books, by their codes
  double factors_ = 0;
};

struct Source {
  PositionCursor cursor;
  MergeInput book;
};

/// The readable headers of the books, which must be for the same games.
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
  Merger(std::vector<Source> sources, MergeRule rule, MergeBy by, CastlingCodes castling,
         BinBookWriter& writer)
      : sources_(std::move(sources)), rule_(rule), writer_(writer), joined_(rule, by, std::move(castling)) {}

  Result<MergeReport> run() {
    if (auto header = write_header(); !header) return header.error();
    while (const auto key = lowest_key(sources_, &Source::cursor))
      if (auto merged = merge(*key); !merged) return merged.error();
    return report_;
  }

 private:
  /// Writes the first header, because headers cannot be merged.
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
    const auto merged = joined_.finish(report_.scaled);
    const std::size_t moves = without_closing(merged).size();
    report_.positions += moves > 0 ? 1 : 0;
    report_.records += moves;
    return writer_.add(merged);
  }

  std::vector<Source> sources_;
  MergeRule rule_;
  BinBookWriter& writer_;
  JoinedMoves joined_;
  std::vector<RawEntry> records_;  ///< the records of one position in one book
  MergeReport report_;
};

}  // namespace

Result<MergeReport> merge_books(std::span<const MergeInput> books, MergeRule rule, const std::string& out,
                                const BookGames& games, MergeBy by) {
  std::vector<std::string> paths;
  for (const MergeInput& book : books) paths.push_back(book.path);
  return write_book(paths, out, [&](BinBookWriter& writer) -> Result<MergeReport> {
    os::allow_open_files(paths.size());
    std::vector<Source> sources;
    std::vector<Error> notes;
    for (const MergeInput& book : books) {
      auto cursor = PositionCursor::open(book.path, &notes);
      if (!cursor) return cursor.error();
      sources.push_back({std::move(*cursor), book});
    }
    auto report = Merger(std::move(sources), rule, by, CastlingCodes(paths, games), writer).run();
    if (report) report->notes = std::move(notes);
    return report;
  });
}

}  // namespace polyglot::book
