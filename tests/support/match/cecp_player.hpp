// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "support/match/player.hpp"

namespace polyglot::match {

/// A program that is spoken to in the XBoard protocol, version 2, as it wants it.
class CecpPlayer : public Player {
 public:
  explicit CecpPlayer(std::unique_ptr<process::EngineConnection> process) : Player(std::move(process)) {}

  [[nodiscard]] boost::asio::awaitable<Result<void>> new_game(TimeControl time) override;
  [[nodiscard]] boost::asio::awaitable<Result<Thought>> think(Turn turn, Milliseconds limit) override;
  [[nodiscard]] std::optional<chess::Move> read_move(const chess::Position& position,
                                                     std::string_view text) const override;

 private:
  [[nodiscard]] boost::asio::awaitable<Result<void>> shake_hands(PlayerSetup setup) override;
  boost::asio::awaitable<Result<void>> wait_ready(std::string lines);
  /// One line of features; true at their end.
  bool take_features(std::string_view line);

  std::string move_prefix_;  ///< feature usermove
  bool pings_ = false;       ///< feature ping
  int last_ping_ = 0;
  std::size_t known_plies_ = 0;  ///< of the game: told, or its own
  bool plays_ = false;           ///< it answers the next move
};

}  // namespace polyglot::match
