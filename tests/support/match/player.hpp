// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <polyglot/process/engine_connection.hpp>
#include <polyglot/result.hpp>

#include "support/chess_game.hpp"

namespace polyglot::match {

using Milliseconds = std::chrono::milliseconds;

/// Clock time, or what `go` shall say instead.
struct TimeControl {
  Milliseconds base{0};
  Milliseconds increment{0};
  std::string go = {};     ///< "nodes 1000", "movetime 50"; empty: play by the clock. For UCI only
  Milliseconds margin{0};  ///< by which a clock may be overstepped
};

enum class Language : std::uint8_t { uci, cecp };

/// How a player is started.
struct PlayerSetup {
  std::string command;                                            ///< as in EngineCommand
  Language language = Language::uci;                              ///< in which it is spoken to
  std::vector<std::pair<std::string, std::string>> options = {};  ///< set at the start, in this order
};

/// What a player receives when it is to move.
struct Turn {
  const chess::Game& game;
  std::array<Milliseconds, 2> left;  ///< on the clocks, White's first
};

/// What a player answers.
struct Thought {
  std::string move;             ///< as written
  std::string claim;            ///< instead of a move: `resign`, or the line of a result
  std::optional<int> score_cp;  ///< of the last thinking output, mover's view; a mate counts as kMateScore
  int book_lines = 0;           ///< book moves: announced in UCI, without thinking output in CECP
  Milliseconds elapsed{0};
};

inline constexpr int kMateScore = 30000;

/// One program that plays, with its process.
class Player {
 public:
  /// Starts it and shakes hands. Error: what the player did wrong.
  [[nodiscard]] static boost::asio::awaitable<Result<std::unique_ptr<Player>>> start(
      boost::asio::any_io_executor executor, PlayerSetup setup);
  explicit Player(std::shared_ptr<process::EngineConnection> process);
  virtual ~Player() = default;
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  [[nodiscard]] virtual boost::asio::awaitable<Result<void>> new_game(TimeControl time) = 0;
  /// Error: the player closed its output, or gave no move before `limit`. Then it cannot be used any more.
  [[nodiscard]] virtual boost::asio::awaitable<Result<Thought>> think(Turn turn, Milliseconds limit) = 0;
  /// What it calls its move, in the notation that its protocol allows; nothing if that is illegal.
  [[nodiscard]] virtual std::optional<chess::Move> read_move(const chess::Position& position,
                                                             std::string_view text) const = 0;
  [[nodiscard]] boost::asio::awaitable<void> quit();

  /// The name it gave itself.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

 protected:
  /// Sees one line; true if it is the last of an answer.
  using See = std::function<bool(std::string_view line)>;

  /// The first lines to it, and whether one of its own ends the answer to them. Reads its name.
  [[nodiscard]] virtual std::string greeting() const = 0;
  virtual bool take_greeting(std::string_view line) = 0;
  /// The line that sets an option; `value` may be empty.
  [[nodiscard]] virtual std::string option_line(const std::string& name, const std::string& value) const = 0;
  /// Sends `lines` and waits until it has read them.
  virtual boost::asio::awaitable<Result<void>> wait_ready(std::string lines) = 0;
  boost::asio::awaitable<Result<void>> send(std::string lines);
  /// Sends `lines` and hands each line of the answer to `see` until it returns true.
  boost::asio::awaitable<Result<void>> ask(std::string lines, Milliseconds limit, See see);
  /// The same for an answer to `go`, and takes the time.
  boost::asio::awaitable<Result<Thought>> ask_move(std::string lines, Milliseconds limit,
                                                   bool (*take_in)(std::string_view line, Thought& thought));

  static constexpr std::chrono::seconds kReadyLimit{30};
  std::string name_;

 private:
  boost::asio::awaitable<Result<void>> shake_hands(PlayerSetup setup);

  std::shared_ptr<process::EngineConnection> process_;
};

/// A program that is spoken to in UCI.
[[nodiscard]] std::unique_ptr<Player> make_uci_player(std::shared_ptr<process::EngineConnection> process);
/// A program that is spoken to in the XBoard protocol, version 2, as it wants it.
[[nodiscard]] std::unique_ptr<Player> make_cecp_player(std::shared_ptr<process::EngineConnection> process);

}  // namespace polyglot::match
