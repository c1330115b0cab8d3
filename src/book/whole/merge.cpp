// SPDX-License-Identifier: MIT
#include <numeric>

#include <boost/algorithm/string/join.hpp>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/merge.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/os/file.hpp>

#include "book/whole/castling_codes.hpp"
#include "book/whole/position_cursor.hpp"

namespace polyglot::book {
namespace {

using boost::algorithm::join;

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

  void join(std::span<const RawEntry> records, double factor) {
    const std::size_t earlier = records_.size();
    double unit = 0;
    for (const RawEntry& record : records) unit += record.weight;
    unit = by_ == MergeBy::share ? std::max(unit, 1.0) : 1;
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
    // Every weight is multiplied by `to / from`.
    double from = 1;
    double to = 1;
    if (by_ == MergeBy::share) {
      if (const double sum = std::accumulate(weights_.begin(), weights_.end(), 0.0); sum > 0) {
        from = sum;
        to = kWeightsByShare;
      }
    } else if (const auto heaviest = std::ranges::max_element(weights_);
               heaviest != weights_.end() && *heaviest > kMostWeight) {
      ++scaled;
      from = *heaviest;
      to = kMostWeight;
    }
    for (std::size_t i = 0; i < records_.size(); ++i) records_[i].weight = rounded(weights_[i] * to / from);
    return records_;
  }

 private:
  /// A weight above 0 stays above 0.
  [[nodiscard]] static std::uint16_t rounded(double weight) {
    constexpr double kHalf = 0.5;
    return weight > 0 ? static_cast<std::uint16_t>(std::clamp<double>(weight + kHalf, 1, kMostWeight)) : 0;
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

class Merger {
 public:
  Merger(std::vector<Source> sources, MergeRule rule, MergeBy by, CastlingCodes castling,
         BinBookWriter& writer)
      : sources_(std::move(sources)), rule_(rule), writer_(writer), joined_(rule, by, std::move(castling)) {}

  MergeReport run() {
    write_header();
    while (const auto key = lowest_key(sources_, &Source::cursor)) merge(*key);
    return report_;
  }

 private:
  /// Writes the first header, because headers cannot be merged. The readable ones must be for the same games.
  void write_header() {
    std::vector<RawEntry> first;
    std::vector<std::pair<std::string, BookHeader>> known;  // with the path of the book
    for (Source& source : sources_) {
      records_.clear();
      if (source.cursor.is_at(0)) source.cursor.take(records_);
      if (first.empty()) first = records_;
      auto header = parse_header(records_);
      if (!header) continue;
      for (const auto& [path, other] : known)
        if (!share_a_game(other, *header))
          throw Failure("is for " + join(header->variants, " and ") + ", " + path + " for " +
                            join(other.variants, " and ") +
                            ", their headers say: books of different variants cannot be merged",
                        source.book.path);
      known.emplace_back(source.book.path, std::move(*header));
    }
    writer_.add(first).value();
  }

  void merge(chess::Key key) {
    joined_.clear();
    for (Source& source : sources_) {
      if (!source.cursor.is_at(key)) continue;
      source.cursor.take(records_);
      if (rule_ != MergeRule::first || joined_.empty()) joined_.join(records_, source.book.factor);
    }
    const auto merged = joined_.finish(report_.scaled);
    const std::size_t moves = without_closing(merged).size();
    report_.positions += moves > 0 ? 1 : 0;
    report_.records += moves;
    writer_.add(merged).value();
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
  return write_book(paths, out, [&](BinBookWriter& writer) {
    return result_of([&] {
      os::allow_open_files(paths.size());
      std::vector<Source> sources;
      std::vector<Error> notes;
      for (const MergeInput& book : books) sources.push_back({PositionCursor::open(book.path, &notes), book});
      MergeReport report = Merger(std::move(sources), rule, by, CastlingCodes(paths, games), writer).run();
      report.notes = std::move(notes);
      return report;
    });
  });
}

}  // namespace polyglot::book
