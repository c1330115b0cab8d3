// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>

#include <polyglot/book/diff.hpp>
#include <polyglot/book/move_code.hpp>

#include "book/whole/castling_codes.hpp"
#include "book/whole/move_places.hpp"
#include "book/whole/position_cursor.hpp"

namespace polyglot::book {
namespace {

class Comparison {
 public:
  Comparison(PositionCursor a, PositionCursor b, CastlingCodes castling, const DiffSink& sink)
      : a_(std::move(a)), b_(std::move(b)), castling_(std::move(castling)), sink_(sink) {}

  Result<DiffCounts> run() {
    if (auto compared = compare_headers(); !compared) return compared.error();
    while (!a_.at_end() || !b_.at_end())
      if (auto compared = compare_next(); !compared) return compared.error();
    return counts_;
  }

 private:
  static Result<void> take(PositionCursor& cursor, bool is_there, std::vector<RawEntry>& records) {
    records.clear();
    return is_there ? cursor.take(records) : Result<void>();
  }

  Result<void> take(bool from_a, bool from_b) {
    if (auto taken = take(a_, from_a, of_a_); !taken) return taken;
    return take(b_, from_b, of_b_);
  }

  Result<void> compare_headers() {
    if (auto taken = take(a_.is_at(0), b_.is_at(0)); !taken) return taken;
    counts_.headers_differ = of_a_ != of_b_;
    return {};
  }

  Result<void> compare_next() {
    const bool a_next = !a_.at_end() && (b_.at_end() || a_.key() <= b_.key());
    const bool b_next = !b_.at_end() && (a_.at_end() || b_.key() <= a_.key());
    if (auto taken = take(a_next, b_next); !taken) return taken;
    if (std::erase(of_a_, kClosingRecord) != std::erase(of_b_, kClosingRecord))
      counts_.closings_differ = true;
    if (of_a_.empty() && of_b_.empty()) return {};
    if (of_b_.empty()) ++counts_.positions_only_a;
    if (of_a_.empty()) ++counts_.positions_only_b;
    return of_a_ == of_b_ ? Result<void>() : compare_moves();
  }

  /// Compares the moves of a position. Records of B without a partner are only in B.
  Result<void> compare_moves() {
    rest_of_b_.clear();
    for (const RawEntry& b : of_b_) rest_of_b_.add(b.move);
    std::vector<bool> is_compared(of_b_.size());
    for (const RawEntry& a : of_a_) {
      const auto place = castling_.find_place(a.key, a.move, rest_of_b_);
      if (!place) {
        ++counts_.moves_only_a;
        if (auto sunk = sink_({.a = a, .b = std::nullopt}); !sunk) return sunk;
        continue;
      }
      const RawEntry& b = of_b_[*place];
      if (a.weight != b.weight || a.learn != b.learn) {
        ++counts_.changed;
        if (auto sunk = sink_({.a = a, .b = b}); !sunk) return sunk;
      }
      rest_of_b_.take(*place);
      is_compared[*place] = true;
    }
    for (std::size_t i = 0; i < of_b_.size(); ++i) {
      if (is_compared[i]) continue;
      ++counts_.moves_only_b;
      if (auto sunk = sink_({.a = std::nullopt, .b = of_b_[i]}); !sunk) return sunk;
    }
    return {};
  }

  PositionCursor a_;
  PositionCursor b_;
  CastlingCodes castling_;
  const DiffSink& sink_;
  std::vector<RawEntry> of_a_;  ///< records of the present position
  std::vector<RawEntry> of_b_;
  MovePlaces rest_of_b_;  ///< records of B that were not compared yet
  DiffCounts counts_;
};

/// The shares of the weights in a position, by the usual code of the move.
std::map<std::uint16_t, double> shares_in(const LoadedBook& book, const game::Position& position) {
  std::map<std::uint16_t, double> shares;
  double total = 0;
  for (const chess::Key key : keys_of(position)) {
    if (!shares.empty()) break;
    for (const RawEntry& record : book.find(key)) {
      shares[usual_code(position, record.move)] += record.weight;
      total += record.weight;
    }
  }
  if (total == 0) return {};
  for (auto& [move, share] : shares) share /= total;
  return shares;
}

double share_of(const std::map<std::uint16_t, double>& shares, std::uint16_t move) {
  const auto found = shares.find(move);
  return found == shares.end() ? 0 : found->second;
}

}  // namespace

double weigh_difference(const LoadedBook& a, const LoadedBook& b, const BookPath& path) {
  game::Position position = path.start;
  double likelihood = 1;
  for (const game::Move& move : path.moves) {
    const std::uint16_t code = record_code(position, move);
    const double share =
        std::max(share_of(shares_in(a, position), code), share_of(shares_in(b, position), code));
    likelihood *= share > 0 ? share : 1.0 / static_cast<double>(position.legal_moves().size());
    position.make(move);
  }
  const auto of_a = shares_in(a, position);
  const auto of_b = shares_in(b, position);
  if (of_a.empty() || of_b.empty()) return of_a.empty() == of_b.empty() ? 0 : likelihood;
  double difference = 0;
  for (const auto& [move, share] : of_a) difference += std::abs(share - share_of(of_b, move));
  for (const auto& [move, share] : of_b) difference += of_a.contains(move) ? 0 : share;
  return likelihood * difference / 2;
}

Result<DiffCounts> diff_books(const std::string& a, const std::string& b, const DiffSink& sink,
                              const BookGames& games) {
  std::vector<Error> notes;
  auto cursor_a = PositionCursor::open(a, &notes);
  if (!cursor_a) return cursor_a.error();
  auto cursor_b = PositionCursor::open(b, &notes);
  if (!cursor_b) return cursor_b.error();
  auto counts =
      Comparison(std::move(*cursor_a), std::move(*cursor_b), CastlingCodes({a, b}, games), sink).run();
  if (counts) counts->notes = std::move(notes);
  return counts;
}

}  // namespace polyglot::book
