// SPDX-License-Identifier: MIT
#include "builder/book_lookup.hpp"
#include <algorithm>
#include <utility>

#include <polyglot/builder/review.hpp>

namespace polyglot::builder {
namespace {

constexpr std::size_t kMostPositions = std::size_t{1} << 15;

/// Whether the key identifies the position. Keys lack some castling rights of Chess960, and positions of
/// variants may have no key.
bool says_all(const game::Position& position) noexcept {
  return position.chess() != nullptr && !position.needs_chess960();
}

}  // namespace

BookLookup::BookLookup(const book::BookSource& book) : book_(book) {
  book_.expect_many_lookups();
}

const std::vector<book::BookMove>& BookLookup::find(const game::Position& position) {
  if (!says_all(position)) return found_ = book_moves(book_, position);
  const game::Key key = position.key();
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  if (known_.size() == kMostPositions) known_.clear();
  return known_.emplace(key, book_moves(book_, position)).first->second;
}

std::vector<book::BookMove> book_moves(const book::BookSource& book, const game::Position& position) {
  std::vector<book::BookMove> moves;
  for (book::BookMove& found : book.find(position).moves) {
    const auto same = std::ranges::find(moves, found.move, &book::BookMove::move);
    if (same == moves.end())
      moves.push_back({.move = std::move(found.move), .weight = found.weight});
    else
      same->weight += found.weight;
  }
  std::ranges::stable_sort(moves, std::ranges::greater{}, &book::BookMove::weight);
  return moves;
}

}  // namespace polyglot::builder
