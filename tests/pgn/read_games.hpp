// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <polyglot/pgn/chunk_reader.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_walk.hpp>
#include <polyglot/pgn/input.hpp>

#include "support/testing.hpp"

namespace polyglot::pgn::test {

/// A game that owns its text.
struct Game {
  std::vector<std::pair<std::string, std::string>> tags;
  std::vector<std::string> moves;
  std::string termination;
  std::vector<std::string> flaws;  ///< "line: message"
  std::uint64_t line = 0;

  friend bool operator==(const Game&, const Game&) = default;
};

inline Game copy_of(const GameText& text, GameReader& reader) {
  Game game;
  for (const Tag& tag : text.tags()) game.tags.emplace_back(tag.name, tag.value);
  game.moves.assign(text.moves().begin(), text.moves().end());
  game.termination = text.termination();
  game.line = reader.line_of(text.text());
  for (const Flaw& flaw : text.flaws())
    game.flaws.push_back(std::to_string(reader.line_of(flaw.where)) + ": " + flaw.message());
  return game;
}

/// The first game of a text, which must outlive it.
inline GameText game_of(std::string_view text) {
  GameReader reader(text);
  GameText game;
  EXPECT_TRUE(reader.next(game)) << text;
  return game;
}

/// Reads a text in one piece.
inline std::vector<Game> games_of(std::string_view text) {
  std::vector<Game> games;
  GameReader reader(text);
  for (GameText game; reader.next(game);) games.push_back(copy_of(game, reader));
  return games;
}

/// Calls `visit(reader, game)` for every game of an input; its error, if any, fails the test.
template <class Visit>
void for_each_game(Result<Input> input, ChunkLimits limits, Visit visit) {
  ASSERT_TRUE(input.has_value()) << input.error().to_string();
  ChunkReader chunks(std::move(*input), limits);
  Chunk chunk;
  GameText game;
  for (;;) {
    const auto more = chunks.next(chunk);
    ASSERT_TRUE(more.has_value()) << more.error().to_string();
    if (!*more) return;
    GameReader reader(chunk);
    while (reader.next(game)) visit(reader, game);
  }
}

struct Counts {
  std::size_t games = 0;
  std::size_t plies = 0;
  std::vector<std::string> faults;       ///< "line: text"
  std::vector<std::string> losses = {};  ///< the same for flaws

  friend bool operator==(const Counts&, const Counts&) = default;
};

/// Reads and plays everything.
inline Counts counts_of(Result<Input> input, ChunkLimits limits = {}) {
  Counts counts;
  for_each_game(std::move(input), limits, [&](GameReader& reader, const GameText& game) {
    ++counts.games;
    for (const Flaw& flaw : game.flaws())
      counts.losses.push_back(std::to_string(reader.line_of(flaw.where)) + ": " + std::string(flaw.where));
    const WalkEnd end = walk(game, [](const chess::Position&, chess::Move, std::size_t) {});
    counts.plies += end.plies;
    if (end.stop == WalkStop::bad_move || end.stop == WalkStop::bad_start)
      counts.faults.push_back(std::to_string(reader.line_of(end.where)) + ": " + std::string(end.where));
  });
  return counts;
}

}  // namespace polyglot::pgn::test
