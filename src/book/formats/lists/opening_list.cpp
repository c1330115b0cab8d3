// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <polyglot/counted.hpp>

#include "book/formats/formats.hpp"
#include "book/formats/lists/opening_reader.hpp"

namespace polyglot::book {

namespace {

/// A list of openings, used as a book: games (PGN), or positions, one per line (EPD or FEN). It is in memory,
/// with 16 bytes for each different move, and has at most 16 million of them.
///
/// The weight of a move is the number of its games. With ListOptions::variations the rules of make-book
/// apply. For a position, the moves of `bm` and `sm` count, and also moves that lead to it. A line or game
/// counts up to its first unreadable place. Source: docs/formats.md, "Lists of openings".
class OpeningList final : public ReadOnlyBook {
 public:
  OpeningList(BookFormat format, const std::string& path, Openings openings)
      : ReadOnlyBook(format, path), openings_(std::move(openings)) {
    if (openings_.first)
      troubles_.note({openings_.first->what + " (in all, " + counted(openings_.flawed, "opening") +
                          " could not be read to the end)",
                      openings_.first->where});
    if (openings_.capped_weights > 0)
      troubles_.note({counted(openings_.capped_weights, "weight") +
                          " in comments above 65535; Polyglot uses 65535 instead",
                      path});
    if (openings_.table.size() == 0)
      troubles_.note({"has no openings: give games in PGN, or positions one a line", path});
  }

  [[nodiscard]] BookMoves find(const game::Position& position) const override;
  /// The number of different moves and positions.
  [[nodiscard]] std::uint64_t size() const override { return openings_.table.size(); }
  [[nodiscard]] std::vector<chess::Position> starts() const override;
  [[nodiscard]] std::uint64_t variations_left_out() const override { return openings_.variations_left_out; }

 private:
  Openings openings_;
};

/// The moves that the list has in the position come first. Moves that only lead to a listed position follow.
BookMoves OpeningList::find(const game::Position& any_position) const {
  if (any_position.chess() == nullptr) return {};
  const chess::Position& position = *any_position.chess();
  std::vector<OpeningCount> counts;
  const auto add = [&counts](chess::Move move, std::uint32_t count) {
    const auto known = std::ranges::find(counts, move, &OpeningCount::move);
    if (known != counts.end()) {
      known->count += count;
    } else {
      counts.push_back({.key = 0, .move = move, .count = count});
    }
  };
  const OpeningTable& table = openings_.table;
  for (const OpeningCount& known : table.find(position.key()))
    if (!known.move.is_null() && position.is_legal(known.move)) add(known.move, known.count);
  if (openings_.lists_positions) {
    for (const chess::Move move : position.legal_moves()) {
      chess::Position next = position;
      next.make(move);
      for (const OpeningCount& listed : table.find(next.key()))
        if (listed.move.is_null()) add(move, listed.count);
    }
  }
  BookMoves found;
  for (const OpeningCount& counted : counts) {
    found.total_weight += counted.count;
    found.moves.push_back({.move = counted.move, .weight = counted.count});
  }
  return found;
}

std::vector<chess::Position> OpeningList::starts() const {
  std::vector<chess::Position> starts;
  for (const auto& [key, position] : openings_.starts) starts.push_back(position);
  if (!openings_.starts.contains(chess::Position().key())) starts.emplace_back();
  return starts;
}

OpenedBook open_list(BookFormat format, const std::string& path, Result<Openings> openings) {
  if (!openings) return openings.error();
  return std::make_unique<OpeningList>(format, path, std::move(*openings));
}

}  // namespace

OpenedBook open_pgn_list(const std::string& path, const ListOptions& options) {
  return open_list(BookFormat::pgn, path, read_pgn_openings(path, options));
}

OpenedBook open_epd_list(const std::string& path) {
  return open_list(BookFormat::epd, path, read_epd_openings(path));
}

std::optional<Error> note_on_variations(const BookSource& book, std::string_view remedy) {
  const std::uint64_t left_out = book.variations_left_out();
  if (left_out == 0) return std::nullopt;
  return Error{"left out: " + counted(left_out, "variation") + "; to read them, " + std::string(remedy),
               book.path()};
}

}  // namespace polyglot::book
