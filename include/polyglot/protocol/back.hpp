#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/protocol/messages.hpp>

namespace polyglot::protocol {

/// The engine's side: reads what an engine says in one protocol, writes what it is to do.
/// Lines come without their line end and are written with one.
///
/// An engine that plays games rather than searches positions is made to search here: whatever the protocol,
/// each print_search() is answered by one BestMove, each print_ready_query() by one Ready.
class Back {
 public:
  virtual ~Back() = default;

  virtual void print_handshake(std::string& out) = 0;
  /// What a line means before the handshake is over. What the protocol wants answered at once goes to
  /// `to_engine`.
  [[nodiscard]] virtual EngineMessage parse_handshake(std::string_view line, std::string& to_engine) = 0;
  /// What a line means afterwards. Looks no further than it must: engines print a million lines a game.
  [[nodiscard]] virtual EngineMessage parse(std::string_view line, std::string& to_engine) = 0;
  /// A Ready or a BestMove that no line of the engine stands for; nothing if none is due. Ask after every
  /// call that changes something.
  [[nodiscard]] virtual std::optional<EngineMessage> take_message() { return std::nullopt; }
  /// True once when SIGINT has to go before the last command, because the engine reads nothing while it
  /// searches. Source: CECP, "Signals".
  [[nodiscard]] virtual bool take_interrupt() { return false; }
  /// All of a line for which parse() returned SearchOutput.
  [[nodiscard]] virtual Info read_info(std::string_view line) const = 0;

  /// No value: a button.
  virtual void print_option(std::string_view name, std::optional<std::string_view> value,
                            std::string& out) = 0;
  virtual void print_new_game(std::string& out) = 0;
  /// False if the engine has to be started anew for a second game.
  [[nodiscard]] virtual bool reusable() const noexcept { return true; }
  virtual void print_search(const Search& search, std::string& out) = 0;
  virtual void print_ponder_hit(std::string& out) = 0;
  virtual void print_stop(std::string& out) = 0;
  /// Stop was not heard: no more is expected of the engine, the best move known until now is due.
  virtual void give_search_up() {}
  virtual void print_ready_query(std::string& out) = 0;
  virtual void print_quit(std::string& out) = 0;
};

/// The back of an engine that plays games. A GUI that plays move by move may drive such an engine itself, and
/// moves of ours be put between.
class PlayingBack : public Back {
 public:
  /// All features that the engine declared, its options among them, as NAME=VALUE, in its order.
  [[nodiscard]] virtual const std::vector<std::string>& features() const noexcept = 0;
  /// Takes in the features that a line declares after the handshake, and returns their names; the GUI will
  /// answer them. None for any other line.
  [[nodiscard]] virtual std::vector<std::string> read_late_features(std::string_view line) = 0;

  /// The words for "play nobody", "this move has been made" and "play the side to move", as the engine wants
  /// them. `chess960`: that is the game.
  virtual void print_force(std::string& out) const = 0;
  virtual void print_move(const chess::Position& position, chess::Move move, bool chess960,
                          std::string& out) const = 0;
  virtual void print_play(std::string& out) const = 0;

  /// The move that the engine says it has made, as it writes it; nothing for any other line.
  [[nodiscard]] virtual std::optional<std::string_view> read_move(std::string_view line) const = 0;
};

}  // namespace polyglot::protocol
