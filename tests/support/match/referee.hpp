// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <boost/asio/awaitable.hpp>

#include "support/chess_game.hpp"
#include "support/match/player.hpp"

namespace polyglot::match {

/// A game is won when both sides have seen such a score for so many moves in a row.
struct Adjudication {
  int score_cp = 0;
  int moves = 0;
};

struct Rules {
  TimeControl time;
  std::optional<Adjudication> adjudication = {};
  std::optional<Adjudication> draws = {};  ///< the same for scores no greater: nobody wins
  std::size_t max_plies = 400;             ///< a draw after that
};

enum class Ending : std::uint8_t { by_rules, resigned, adjudicated, time_loss, illegal_move, crash };

struct GameRecord {
  chess::Game game;
  std::optional<chess::Color> winner;  ///< nobody: a draw
  Ending ending = Ending::by_rules;
  std::string reason;  ///< in words
  int book_moves = 0;
};

/// By colour: White first.
using Opponents = std::array<Player*, 2>;

/// Plays one game from an opening to its end. new_game() of the players must have been called.
[[nodiscard]] boost::asio::awaitable<GameRecord> play_game(Opponents players, chess::Game opening,
                                                           Rules rules);

}  // namespace polyglot::match
