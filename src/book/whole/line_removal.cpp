// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include <polyglot/book/line_removal.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/game/notation.hpp>

namespace polyglot::book {
namespace {

/// Adds the removal of all records of a move. False if there is none.
bool add_removal(const LoadedBook& book, const LegalMove& played, std::vector<BookEdit>& edits) {
  const std::size_t before = edits.size();
  for (const chess::Key key : keys_of(played.position)) {
    for (const RawEntry& record : book.find(key)) {
      const auto meant = decode_moves(played.position, std::span(&record, 1)).moves;
      const bool is_named = std::ranges::any_of(
          edits, [&](const BookEdit& edit) { return edit.key == key && edit.move == record.move; });
      if (!meant.empty() && meant.front().move == played.move && !is_named)
        edits.push_back({.action = BookEdit::Action::remove, .move = record.move, .key = key});
    }
  }
  return edits.size() > before;
}

/// The keys of the book that `before` reaches and `after` does not, in order.
std::vector<chess::Key> lost_keys(const LoadedBook& book, const ReachedPositions& before,
                                  const ReachedPositions& after) {
  std::vector<chess::Key> lost;
  chess::Key last = 0;
  for (const RawEntry& record : book.entries())
    if (std::exchange(last, record.key) != record.key && before.contains(record.key) &&
        !after.contains(record.key))
      lost.push_back(record.key);
  return lost;
}

}  // namespace

Result<std::vector<BookEdit>> remove_lines(const LoadedBook& book, const BookGames& games,
                                           std::span<const LegalMove> last_moves) {
  std::vector<BookEdit> edits;
  for (const LegalMove& played : last_moves)
    if (!add_removal(book, played, edits))
      return Error{"the book does not have " + game::to_san(played.position, played.move) + " in " +
                   played.position.to_fen()};

  const auto lost = [&](const LoadedBook& left, bool by_book_moves) {
    return lost_keys(left, ReachedPositions(book, games, {.by_book_moves = by_book_moves}),
                     ReachedPositions(left, games, {.by_book_moves = by_book_moves, .without = last_moves}));
  };
  std::vector<chess::Key> keys = lost(book, true);
  std::vector<RawEntry> entries(book.entries().begin(), book.entries().end());
  std::erase_if(entries, [&](const RawEntry& entry) { return std::ranges::binary_search(keys, entry.key); });
  // These positions follow moves outside the book, and only removed lines reached them.
  const std::vector<chess::Key> hanging = lost(LoadedBook(book.path(), std::move(entries)), false);
  keys.insert(keys.end(), hanging.begin(), hanging.end());
  for (const chess::Key key : keys) {
    std::erase_if(edits, [key](const BookEdit& edit) { return edit.key == key; });
    edits.push_back({.action = BookEdit::Action::clear, .key = key});
  }
  return edits;
}

}  // namespace polyglot::book
