// SPDX-License-Identifier: MIT
#include "siege/ledger.hpp"
#include <filesystem>
#include <random>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/move_code.hpp>

namespace polyglot::siege {
namespace {

constexpr int kOpeningPlies = 9;
constexpr std::size_t kMovesOfPosition = 2;
constexpr unsigned kMostWeight = 100;

using Openings = std::map<std::pair<chess::Key, std::uint16_t>, std::uint16_t>;  ///< to weights

void grow(const chess::Position& position, int plies, std::mt19937_64& random, Openings& openings) {
  if (plies == 0) return;
  const auto moves = position.legal_moves();
  for (std::size_t i = 0; i < kMovesOfPosition && !moves.empty(); ++i) {
    const chess::Move move = *(moves.begin() + static_cast<std::ptrdiff_t>(random() % moves.size()));
    const auto weight = static_cast<std::uint16_t>(1 + random() % kMostWeight);
    openings.emplace(std::pair(position.key(), book::encode_move(move)), weight);
    chess::Position next = position;
    next.make(move);
    grow(next, plies - 1, random, openings);
  }
}

std::string text_of(std::uint64_t games, std::uint64_t points) {
  return std::to_string(games) + " games with " + std::to_string(points) + " half points";
}

Result<std::vector<book::RawEntry>> records_of(const std::string& path) {
  const auto book = book::BinBook::open(path);
  if (!book) return book.error();
  return (*book)->read(0, (*book)->size());
}

/// Calls `visit` with the key and the code of each move of the side that was played.
template <class Visit>
void visit_moves(const ToldGame& told, Visit visit) {
  for (std::size_t ply = 0; ply < told.game.ply(); ++ply) {
    const chess::Position& position = told.game.position_at(ply);
    if (position.side_to_move() == told.side)
      visit(std::pair(position.key(), book::encode_move(told.game.moves()[ply])));
  }
}

}  // namespace

std::vector<book::RawEntry> random_openings(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Openings openings;
  grow(chess::Position(), kOpeningPlies, random, openings);
  std::vector<book::RawEntry> entries;
  for (const auto& [move, weight] : openings)
    entries.push_back({.key = move.first, .move = move.second, .weight = weight});
  return entries;
}

Ledger::Ledger(std::string path, std::string learn_file)
    : path_(std::move(path)), learn_file_(std::move(learn_file)), entries_(records_of(path_).value()) {
  for (const book::RawEntry& entry : entries_) expected_[{entry.key, entry.move}];
}

bool Ledger::knows(const ToldGame& told) const {
  bool found = false;
  visit_moves(told, [&](const Move& move) { found = found || expected_.contains(move); });
  return found;
}

void Ledger::add(const ToldGame& told, bool is_certain) {
  const std::scoped_lock lock(mutex_);
  visit_moves(told, [&](const Move& move) {
    const auto entry = expected_.find(move);
    if (entry == expected_.end()) return;
    Sums& sums = is_certain ? entry->second.certain : entry->second.uncertain;
    ++sums.games;
    sums.points += told.points;
  });
}

bool Ledger::fits(const Sums& seen, const Expected& expected) {
  const auto& [certain, uncertain] = expected;
  if (uncertain.games == 0) return seen == certain;
  return seen.games >= certain.games && seen.games <= certain.games + uncertain.games &&
         seen.points >= certain.points && seen.points <= certain.points + uncertain.points;
}

/// Of each move that has learned.
std::map<Ledger::Move, Ledger::Sums> Ledger::learned(std::vector<std::string>& differences) const {
  const std::string& path = learn_file_.empty() ? path_ : learn_file_;
  std::map<Move, Sums> result;
  if (!std::filesystem::exists(path)) return result;  // nothing has been learned beside the book
  const auto records = records_of(path);
  if (!records) {
    differences.push_back(records.error().to_string());
    return result;
  }
  for (const book::RawEntry& record : *records) {
    const Move move{record.key, record.move};
    if (record.learn != 0) result[move] = {record.learn_games(), record.learn_points()};
    if (!expected_.contains(move)) differences.push_back(path + " has a move that the book lacks");
  }
  return result;
}

Ledger::Comparison Ledger::compare() const {
  const std::scoped_lock lock(mutex_);
  Comparison result;
  auto records = records_of(path_).value();
  if (learn_file_.empty())
    for (book::RawEntry& record : records) record.learn = 0;
  if (records != entries_) result.differences.push_back(path_ + " has changed");
  auto seen = learned(result.differences);
  for (const auto& [move, expected] : expected_) {
    const Sums& sums = seen[move];
    result.games += sums.games;
    if (fits(sums, expected)) continue;
    const auto& [certain, uncertain] = expected;
    result.differences.push_back(path_ + ": " + book::code_to_text(move.second) + " has " +
                                 text_of(sums.games, sums.points) + ", not " +
                                 text_of(certain.games, certain.points) + " and perhaps " +
                                 text_of(uncertain.games, uncertain.points) + " more");
  }
  return result;
}

}  // namespace polyglot::siege
