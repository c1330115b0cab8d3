// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "support/match/player.hpp"

namespace polyglot::match {

/// A program that is spoken to in UCI.
class UciPlayer : public Player {
 public:
  explicit UciPlayer(std::unique_ptr<process::EngineConnection> process) : Player(std::move(process)) {}

  [[nodiscard]] boost::asio::awaitable<Result<void>> new_game(TimeControl time) override;
  [[nodiscard]] boost::asio::awaitable<Result<Thought>> think(Turn turn, Milliseconds limit) override;
  [[nodiscard]] std::optional<chess::Move> read_move(const chess::Position& position,
                                                     std::string_view text) const override;

 private:
  [[nodiscard]] boost::asio::awaitable<Result<void>> shake_hands(PlayerSetup setup) override;
  boost::asio::awaitable<Result<void>> wait_ready(std::string lines);

  TimeControl time_;
};

}  // namespace polyglot::match
