// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/book/book_source.hpp>
#include <polyglot/game/position.hpp>

namespace polyglot::builder {

/// Looks positions of games up in a book. Games share their first moves: what the book has of a position is
/// remembered, some megabytes of it.
class BookLookup {
 public:
  explicit BookLookup(const book::BookSource& book);

  /// See book_moves(). Valid until the next call.
  [[nodiscard]] const std::vector<book::BookMove>& find(const game::Position& position);

 private:
  const book::BookSource& book_;
  boost::unordered_flat_map<game::Key, std::vector<book::BookMove>> known_;
  std::vector<book::BookMove> found_;  ///< of a position whose key does not say all
};

}  // namespace polyglot::builder
