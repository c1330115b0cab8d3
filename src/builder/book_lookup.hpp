// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/book/book_source.hpp>
#include <polyglot/game/position.hpp>

namespace polyglot::builder {

/// Looks up positions of games in a book. It remembers some megabytes of results, because games share their
/// first moves.
class BookLookup {
 public:
  explicit BookLookup(const book::BookSource& book);

  /// See book_moves(). Valid until the next call.
  [[nodiscard]] const std::vector<book::BookMove>& find(const game::Position& position);

 private:
  const book::BookSource& book_;
  boost::unordered_flat_map<game::Key, std::vector<book::BookMove>> known_;
  std::vector<book::BookMove> found_;  ///< of a position whose key is not enough
};

}  // namespace polyglot::builder
