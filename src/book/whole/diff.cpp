// SPDX-License-Identifier: MIT
#include <cmath>

#include <polyglot/book/diff.hpp>
#include <polyglot/book/move_code.hpp>

#include "book/whole/castling_codes.hpp"
#include "book/whole/position_cursor.hpp"

namespace polyglot::book {
namespace {

class Comparison {
 public:
  Comparison(PositionCursor a, PositionCursor b, CastlingCodes castling, const DiffSink& sink)
      : a_(std::move(a)), b_(std::move(b)), castling_(std::move(castling)), sink_(sink) {}

  DiffCounts run() {
    take(a_.is_at(0), b_.is_at(0));
    counts_.headers_differ = of_a_ != of_b_;
    while (!a_.at_end() || !b_.at_end()) compare_next();
    return counts_;
  }

 private:
  void take(bool from_a, bool from_b) {
    of_a_.clear();
    of_b_.clear();
    if (from_a) a_.take(of_a_);
    if (from_b) b_.take(of_b_);
  }

  void compare_next() {
    const bool a_next = !a_.at_end() && (b_.at_end() || a_.key() <= b_.key());
    const bool b_next = !b_.at_end() && (a_.at_end() || b_.key() <= a_.key());
    take(a_next, b_next);
    if (std::erase(of_a_, kClosingRecord) != std::erase(of_b_, kClosingRecord))
      counts_.closings_differ = true;
    if (of_a_.empty() && of_b_.empty()) return;
    if (of_b_.empty()) ++counts_.positions_only_a;
    if (of_a_.empty()) ++counts_.positions_only_b;
    if (of_a_ != of_b_) compare_moves();
  }

  /// Compares the moves of a position. Records of B without a partner are only in B.
  void compare_moves() {
    rest_of_b_.clear();
    for (const RawEntry& b : of_b_) rest_of_b_.add(b.move);
    std::vector<bool> is_compared(of_b_.size());
    for (const RawEntry& a : of_a_) {
      const auto place = castling_.find_place(a.key, a.move, rest_of_b_);
      if (!place) {
        ++counts_.moves_only_a;
        sink_({.a = a, .b = std::nullopt}).value();
        continue;
      }
      const RawEntry& b = of_b_[*place];
      if (a.weight != b.weight || a.learn != b.learn) {
        ++counts_.changed;
        sink_({.a = a, .b = b}).value();
      }
      rest_of_b_.take(*place);
      is_compared[*place] = true;
    }
    for (std::size_t i = 0; i < of_b_.size(); ++i) {
      if (is_compared[i]) continue;
      ++counts_.moves_only_b;
      sink_({.a = std::nullopt, .b = of_b_[i]}).value();
    }
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

std::map<std::uint16_t, double> shares_of(const LoadedBook& book, const game::Position& position) {
  std::map<std::uint16_t, double> shares;
  double total = 0;
  for (const RawEntry& record : book.find(keys_of(position))) {
    shares[usual_code(position, record.move)] += record.weight;
    total += record.weight;
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

double DifferenceScale::weigh(const BookPath& path) {
  game::Position position = path.start;
  double likelihood = 1;
  for (const game::Move& move : path.moves) {
    const std::uint16_t code = record_code(position, move);
    const auto& [in_a, in_b] = shares_in(position);
    const double share = std::max(share_of(in_a, code), share_of(in_b, code));
    likelihood *= share > 0 ? share : 1.0 / static_cast<double>(position.legal_moves().size());
    position.make(move);
  }
  const auto& [of_a, of_b] = shares_in(position);
  if (of_a.empty() || of_b.empty()) return of_a.empty() == of_b.empty() ? 0 : likelihood;
  double difference = 0;
  for (const auto& [move, share] : of_a) difference += std::abs(share - share_of(of_b, move));
  for (const auto& [move, share] : of_b) difference += of_a.contains(move) ? 0 : share;
  return likelihood * difference / 2;
}

const std::array<DifferenceScale::Shares, 2>& DifferenceScale::shares_in(const game::Position& position) {
  const auto [known, is_new] = known_.try_emplace(keys_of(position).front());
  if (is_new) known->second = {shares_of(*books_[0], position), shares_of(*books_[1], position)};
  return known->second;
}

Result<DiffCounts> diff_books(const std::string& a, const std::string& b, const DiffSink& sink,
                              const BookGames& games) {
  return result_of([&] {
    std::vector<Error> notes;
    PositionCursor cursor_a = PositionCursor::open(a, &notes);
    PositionCursor cursor_b = PositionCursor::open(b, &notes);
    DiffCounts counts =
        Comparison(std::move(cursor_a), std::move(cursor_b), CastlingCodes({a, b}, games), sink).run();
    counts.notes = std::move(notes);
    return counts;
  });
}

}  // namespace polyglot::book
