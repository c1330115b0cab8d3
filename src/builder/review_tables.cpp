// SPDX-License-Identifier: MIT
#include "builder/review_tables.hpp"

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/move_code.hpp>

namespace polyglot::builder {
namespace {

constexpr std::size_t kMostPositions = std::size_t{1} << 17;
constexpr std::size_t kMostMoves = std::size_t{1} << 20;

/// Whether the key identifies the position. Keys lack some castling rights of Chess960, and positions of
/// variants may have no key.
bool says_all(const game::Position& position) noexcept {
  return position.chess() != nullptr && !position.needs_chess960();
}

}  // namespace

void GapTable::add(GapVisit visit) {
  const auto known = gaps_.find(visit.id);
  if (known != gaps_.end()) {
    known->second.gap.count += visit.gap.count;
    known->second.gap.score += visit.gap.score;
    return;
  }
  if (gaps_.size() >= most_) make_room();
  gaps_.emplace(visit.id, Known{.gap = std::move(visit.gap), .number = came_++});
}

/// All gaps with the same count are dropped, so that the order of the table does not matter.
void GapTable::make_room() {
  const std::size_t had = gaps_.size();
  for (std::uint64_t least = 1; gaps_.size() > most_ / 2; ++least)
    boost::unordered::erase_if(gaps_, [least](const auto& known) { return known.second.gap.count <= least; });
  forgotten_ += had - gaps_.size();
}

std::vector<Gap> GapTable::take_sorted() {
  std::vector<Known> all;
  all.reserve(gaps_.size());
  for (auto& [id, known] : gaps_) all.push_back(std::move(known));
  gaps_.clear();
  std::ranges::sort(all, [](const Known& one, const Known& other) {
    return std::tuple(other.gap.count, one.number) < std::tuple(one.gap.count, other.number);
  });
  std::vector<Gap> sorted;
  sorted.reserve(all.size());
  for (Known& known : all) sorted.push_back(std::move(known.gap));
  return sorted;
}

BookLookup::BookLookup(const book::BookSource& book, bool one_sided) : book_(book), one_sided_(one_sided) {
  book_.expect_many_lookups();
}

const std::vector<book::BookMove>& BookLookup::find(const game::Position& position) {
  if (!says_all(position)) return found_ = book_moves(book_, position);
  const game::Key key = position.key();
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  if (known_.size() == kMostPositions) known_.clear();
  return known_.emplace(key, book_moves(book_, position)).first->second;
}

bool BookLookup::has(const game::Position& position, const game::Move& move) {
  const auto& known = find(position);
  if (!one_sided_ || !known.empty())
    return std::ranges::find(known, move, &book::BookMove::move) != known.end();
  game::Position next = position;
  next.make(move);
  return !find(next).empty();
}

bool BookLookup::has(const chess::Position& position, chess::Move move) {
  if (position.needs_chess960()) return has(game::Position(position), game::Move(move));
  const std::uint64_t id = position.key() ^ (book::encode_move(move) * kSpread);
  if (moves_.contains(id)) return true;
  if (!has_record(position, move) && !has(game::Position(position), game::Move(move))) return false;
  if (moves_.size() == kMostMoves) moves_.clear();
  moves_.insert(id);
  return true;
}

bool BookLookup::has_record(const chess::Position& position, chess::Move move) const {
  if (book_.records() == nullptr || known_.contains(position.key())) return false;
  const auto records = book_.records()->find(position.key());
  if (!records || records->empty()) return false;
  const book::MoveCodes codes = book::codes_of(position, move);
  return std::ranges::any_of(*records,
                             [&](const book::RawEntry& record) { return codes.contains(record.move); });
}

std::vector<book::BookMove> book_moves(const book::BookSource& book, const game::Position& position) {
  std::vector<book::BookMove> moves = book::join_moves(book.find(position).moves);
  std::ranges::stable_sort(moves, std::ranges::greater{}, &book::BookMove::weight);
  return moves;
}

}  // namespace polyglot::builder
