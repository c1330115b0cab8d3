// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include <polyglot/book/closing_record.hpp>
#include <polyglot/book/diff.hpp>

#include "book/position_cursor.hpp"

namespace polyglot::book {
namespace {

class Comparison {
 public:
  Comparison(PositionCursor a, PositionCursor b, const DiffSink& sink)
      : a_(std::move(a)), b_(std::move(b)), sink_(sink) {}

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
    if ((a_next ? of_a_ : of_b_).front() == kClosingRecord) {
      counts_.closings_differ = of_a_ != of_b_;
      return {};
    }
    if (!b_next) ++counts_.positions_only_a;
    if (!a_next) ++counts_.positions_only_b;
    return of_a_ == of_b_ ? Result<void>() : compare_moves();
  }

  /// What is left in of_b_ in the end is in B only.
  Result<void> compare_moves() {
    for (const RawEntry& a : of_a_) {
      const auto b = std::ranges::find(of_b_, a.move, &RawEntry::move);
      if (b == of_b_.end()) {
        ++counts_.moves_only_a;
        if (auto sunk = sink_({.a = a, .b = std::nullopt}); !sunk) return sunk;
        continue;
      }
      if (a != *b) {
        ++counts_.changed;
        if (auto sunk = sink_({.a = a, .b = *b}); !sunk) return sunk;
      }
      of_b_.erase(b);
    }
    for (const RawEntry& b : of_b_) {
      ++counts_.moves_only_b;
      if (auto sunk = sink_({.a = std::nullopt, .b = b}); !sunk) return sunk;
    }
    return {};
  }

  PositionCursor a_;
  PositionCursor b_;
  const DiffSink& sink_;
  std::vector<RawEntry> of_a_;  ///< records of the present position
  std::vector<RawEntry> of_b_;
  DiffCounts counts_;
};

}  // namespace

Result<DiffCounts> diff_books(const std::string& a, const std::string& b, const DiffSink& sink) {
  auto cursor_a = PositionCursor::open(a);
  if (!cursor_a) return cursor_a.error();
  auto cursor_b = PositionCursor::open(b);
  if (!cursor_b) return cursor_b.error();
  return Comparison(std::move(*cursor_a), std::move(*cursor_b), sink).run();
}

}  // namespace polyglot::book
