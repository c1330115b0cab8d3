#include <algorithm>
#include <cstdint>
#include <limits>

#include <boost/unordered/unordered_flat_set.hpp>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/collected.hpp>
#include <polyglot/book/move_code.hpp>

namespace polyglot::book {
namespace {

/// So often all weights of a position are halved.
int halvings(const BookMoves& moves) {
  std::uint32_t heaviest = 0;
  for (const BookMove& move : moves.moves) heaviest = std::max(heaviest, move.weight);
  int count = 0;
  while (heaviest >> count > std::numeric_limits<std::uint16_t>::max()) ++count;
  return count;
}

}  // namespace

Result<std::vector<RawEntry>> collect_entries(const BookSource& book) {
  std::vector<RawEntry> entries;
  boost::unordered_flat_set<chess::Key> met;
  std::vector<chess::Position> due{chess::Position()};
  while (!due.empty()) {
    const chess::Position position = due.back();
    due.pop_back();
    if (position.key() == 0 || !met.insert(position.key()).second) continue;
    const BookMoves moves = book.find(position);
    const int shift = halvings(moves);
    for (const BookMove& move : moves.moves) {
      entries.push_back({.key = position.key(),
                         .move = record_code(position, move.move),
                         .weight = static_cast<std::uint16_t>(move.weight >> shift)});
      due.push_back(position);
      due.back().make(std::get<chess::Move>(move.move));
    }
  }
  if (auto trouble = book.take_trouble()) return *trouble;
  sort_entries(entries);
  return entries;
}

}  // namespace polyglot::book
