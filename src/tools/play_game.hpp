// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <polyglot/config/configuration.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/result.hpp>

#include "tools/play_board.hpp"
#include "tools/play_opponent.hpp"

namespace polyglot::tools {

/// A game in a terminal between a user and an Opponent.
class TerminalGame {
 public:
  struct Settings {
    chess::Color person = chess::Color::white;
    BoardStyle style = {};
    bool prompts = false;  ///< the input is a terminal
  };

  /// All arguments must outlive this object.
  TerminalGame(Opponent& opponent, const config::Configuration& configuration, game::Game game,
               Settings settings);

  /// Plays until the game or the input ends. Error: the opponent has failed, or writing has failed; pgn() has
  /// the game so far.
  [[nodiscard]] Result<void> play();

  [[nodiscard]] const game::Game& game() const noexcept { return game_; }
  /// The result: "1-0", "*".
  [[nodiscard]] const std::string& result() const noexcept { return result_; }
  [[nodiscard]] std::string pgn() const;

 private:
  /// The action of a word. False: the game is over.
  using Verb = Result<bool> (TerminalGame::*)();
  struct NamedVerb {
    std::string_view name;
    Verb verb;
  };
  static const NamedVerb kVerbs[];

  [[nodiscard]] Result<bool> take_turn();
  [[nodiscard]] Result<bool> obey(std::string_view line);
  [[nodiscard]] Result<bool> play_move(std::string_view text);
  [[nodiscard]] Result<bool> answer();
  [[nodiscard]] Result<bool> undo();
  [[nodiscard]] Result<bool> hint();
  [[nodiscard]] Result<bool> show_book();
  [[nodiscard]] Result<bool> show_board();
  [[nodiscard]] Result<bool> show_moves();
  [[nodiscard]] Result<bool> resign();
  [[nodiscard]] Result<bool> offer_draw();
  [[nodiscard]] Result<bool> help();
  [[nodiscard]] Result<bool> quit();

  [[nodiscard]] bool is_persons_turn() const noexcept { return game_.turn() == settings_.person; }
  /// Returns whether the rules end the game. If so, prints the result.
  [[nodiscard]] Result<bool> is_over();
  [[nodiscard]] Result<void> end(std::string result, std::string_view why);
  [[nodiscard]] bool is_book_move(const game::Move& move) const;
  [[nodiscard]] std::string numbered(const game::Move& move) const;

  Opponent& opponent_;
  const config::Configuration& configuration_;
  game::Game game_;
  Settings settings_;
  std::optional<protocol::Score> score_;  ///< of the opponent's last search, from its point of view
  std::string result_ = "*";
  std::string why_;  ///< why the game has ended
};

}  // namespace polyglot::tools
