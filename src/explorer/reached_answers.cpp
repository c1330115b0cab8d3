// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>
#include <fmt/format.h>

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/book/shuffled_starts.hpp>
#include <polyglot/json_text.hpp>

#include "explorer/answers.hpp"

namespace polyglot::explorer {

namespace {

/// Collects positions in the order in which they are added, each once.
class Gathered {
 public:
  void add(const game::Position& position) {
    if (keys_.insert(position.key()).second) all_.push_back(position);
  }
  [[nodiscard]] bool contains(chess::Key key) const { return keys_.contains(key); }
  [[nodiscard]] const std::vector<game::Position>& all() const noexcept { return all_; }

 private:
  std::vector<game::Position> all_;
  boost::unordered_flat_set<chess::Key, book::KeyHash> keys_;
};

/// Adds the positions of the games that lead to positions of a book. Returns how many positions of the book
/// no game reaches.
std::uint64_t gather_games(const book::LoadedBook& book, const book::BookGames& games, Gathered& gathered) {
  const book::ReachedPositions reached(book, games);
  chess::Key last = 0;
  for (const book::RawEntry& entry : book.entries()) {
    if (std::exchange(last, entry.key) == entry.key) continue;
    const auto path = reached.path(entry.key);
    if (!path) continue;
    game::Position position = path->start;
    gathered.add(position);
    for (const game::Move& move : path->moves) {
      position.make(move);
      gathered.add(position);
    }
  }
  return book.position_count() - reached.size();
}

void gather_behind(const OpenBook& book, const game::Position& position, Gathered& gathered) {
  for (const book::BookMove& move : book.source->find(position).moves) {
    game::Position behind = position;
    behind.make(move.move);
    gathered.add(behind);
  }
}

/// Collects the positions that games reach in each `.bin`, and those after the moves of all books there.
Result<void> gather(OpenBooks& opened, const Report& report, Gathered& gathered) {
  const game::Rules& rules = opened.rules();
  gathered.add(rules.start());
  for (std::size_t i = 0; i < opened.size(); ++i) {
    const auto book = opened.book(i);
    if (!book) return book.error();
    if ((*book)->bin == nullptr) continue;
    const auto loaded = book::LoadedBook::load(opened.path(i));
    if (!loaded) return loaded.error();
    book::BookGames games{.rules = rules, .starts = {rules.start()}};
    const book::LoadedBook* const books[] = {&*loaded};
    std::ranges::copy(book::shuffled_starts(rules, books), std::back_inserter(games.starts));
    if (const std::uint64_t missed = gather_games(*loaded, games, gathered); missed > 0)
      report(
          fmt::format("{}: no game from the start reaches {} of its {} positions; the page leaves them out",
                      opened.path(i), missed, loaded->position_count()));
  }
  const std::size_t reached = gathered.all().size();
  for (std::size_t i = 0; i < opened.size(); ++i) {
    const auto book = opened.book(i);
    if (!book) return book.error();
    for (std::size_t number = 0; number < reached; ++number)
      gather_behind(**book, game::Position(gathered.all()[number]), gathered);
  }
  return {};
}

}  // namespace

Result<std::string> reached_answers(OpenBooks& opened, std::uint64_t most, const Report& report) {
  Gathered gathered;
  if (const auto done = gather(opened, report, gathered); !done) return done.error();
  std::string text;
  for (const game::Position& position : gathered.all()) {
    text += text.empty() ? "[" : ",";
    text += json_text(
        describe_position(opened, position, [&](chess::Key key) { return gathered.contains(key); }));
    if (text.size() > most)
      return Error{
          fmt::format("a page holds at most {} bytes, and these books have too many positions of {} for that",
                      most, opened.rules().name())};
  }
  return {boost::system::in_place_value, text + "]"};
}

}  // namespace polyglot::explorer
