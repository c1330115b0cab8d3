// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/chess/move.hpp>

#include "proxy/gui.hpp"
#include "support/chess_game.hpp"

namespace polyglot::siege {

/// In which a proxy is spoken to.
enum class Language : std::uint8_t { uci, xboard };

struct PlayerSetup {
  Language language = Language::uci;
  proxy::testing::Launch launch;
  /// The limit of each search: in UCI the words after `go`, in the XBoard protocol the lines after `new`.
  std::string limit;
};

/// What came of asking for a move.
struct Answer {
  enum class Kind : std::uint8_t {
    move,
    resigns,
    draws,    ///< it claims a draw
    illegal,  ///< a move that is none here, or a claim that it has won
    silent,   ///< nothing in time
    gone,     ///< it has closed its output, or reads no more
  };
  Kind kind = Kind::gone;
  chess::Move move = {};
  std::string text = {};  ///< as it was sent
};

/// True if a proxy that has been asked for so long will not answer any more.
using GivesUp = std::function<bool(std::chrono::milliseconds waited)>;

/// Plays games with one proxy, as a GUI of its language does. Nothing throws once it has started.
class Player {
 public:
  /// Throws if the program cannot be started.
  explicit Player(PlayerSetup setup);

  /// Another game is about to begin; the first call also greets. False if the proxy does not get ready.
  [[nodiscard]] bool begin_game(const GivesUp& gives_up);
  /// Asks for a move. Must be asked for every move of its side, from the first one on.
  [[nodiscard]] Answer think(const chess::Game& game, const GivesUp& gives_up);
  /// The same without waiting. False if it reads no more.
  bool begin_thinking(const chess::Game& game);
  /// Says how the game has ended: "1-0". True if the proxy goes on answering.
  bool tell_result(const chess::Game& game, std::string_view result, const GivesUp& gives_up);

  /// False if it reads no more.
  bool sends(std::string_view lines);

  [[nodiscard]] proxy::testing::Gui& program() noexcept { return program_; }
  [[nodiscard]] Language language() const noexcept { return setup_.language; }

 private:
  [[nodiscard]] bool greet(const GivesUp& gives_up);
  [[nodiscard]] bool gets_ready(const GivesUp& gives_up);
  /// The next line that `wanted` wants; nothing if it gives up.
  [[nodiscard]] std::optional<std::string> line(const std::function<bool(std::string_view)>& wanted,
                                                const GivesUp& gives_up);
  [[nodiscard]] Answer no_answer() const;

  PlayerSetup setup_;
  proxy::testing::Gui program_;
  bool is_greeted_ = false;
  bool takes_usermove_ = false;  ///< the feature of XBoard
  int pings_ = 0;
};

/// "position startpos moves …", without an end of line.
[[nodiscard]] std::string position_command(const chess::Game& game);

}  // namespace polyglot::siege
