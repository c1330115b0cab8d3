// SPDX-License-Identifier: MIT
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <polyglot/book/opening_list.hpp>

#include "book/formats/lists/opening_reader.hpp"
#include "book/formats/troubles.hpp"

namespace polyglot::book {

struct OpeningList::State {
  std::string path;
  BookFormat format = BookFormat::pgn;
  Openings openings;
  Troubles troubles = {};
};

OpeningList::OpeningList(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
OpeningList::~OpeningList() = default;

Result<std::unique_ptr<OpeningList>> OpeningList::finish(std::unique_ptr<State> state) {
  const Openings& openings = state->openings;
  if (openings.first)
    state->troubles.note({openings.first->what + " (" + std::to_string(openings.flawed) +
                              " openings in all are not read to their end)",
                          openings.first->where});
  if (openings.table.size() == 0)
    state->troubles.note({"has no openings: give games in PGN, or positions one a line", state->path});
  return std::unique_ptr<OpeningList>(new OpeningList(std::move(state)));
}

Result<std::unique_ptr<OpeningList>> OpeningList::open_pgn(const std::string& path) {
  auto openings = read_pgn_openings(path);
  if (!openings) return openings.error();
  auto state = std::make_unique<State>();
  state->path = path;
  state->openings = std::move(*openings);
  return finish(std::move(state));
}

Result<std::unique_ptr<OpeningList>> OpeningList::open_epd(const std::string& path) {
  auto openings = read_epd_openings(path);
  if (!openings) return openings.error();
  auto state = std::make_unique<State>();
  state->path = path;
  state->format = BookFormat::epd;
  state->openings = std::move(*openings);
  return finish(std::move(state));
}

BookFormat OpeningList::format() const noexcept {
  return state_->format;
}

/// Positions of which moves are known first; those that only lead to a listed position come behind.
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
  const OpeningTable& table = state_->openings.table;
  for (const OpeningCount& known : table.find(position.key()))
    if (!known.move.is_null() && position.is_legal(known.move)) add(known.move, known.count);
  if (state_->openings.lists_positions) {
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

std::uint64_t OpeningList::size() const {
  return state_->openings.table.size();
}

const std::string& OpeningList::path() const {
  return state_->path;
}

std::vector<chess::Position> OpeningList::starts() const {
  std::vector<chess::Position> starts;
  for (const auto& [key, position] : state_->openings.starts) starts.push_back(position);
  if (!state_->openings.starts.contains(chess::Position().key())) starts.emplace_back();
  return starts;
}

std::optional<Error> OpeningList::take_trouble() const {
  return state_->troubles.take();
}

}  // namespace polyglot::book
