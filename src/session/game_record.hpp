#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/chess/game.hpp>
#include <polyglot/chess/notation.hpp>

namespace polyglot::session {

/// A game that a GUI has us play move by move: the moves and who made them, the side that is ours, the
/// variant.
class GameRecord {
 public:
  /// Another game. The side that is ours and the variant stay.
  void begin(const chess::Position& start);
  void push(chess::Move move, bool ours);
  /// False if so many moves have not been made.
  bool take_back(std::size_t plies);

  /// The side that we, the book and the engine, play from now on, or none.
  void play(std::optional<chess::Color> side) noexcept { our_side_ = side; }
  [[nodiscard]] std::optional<chess::Color> our_side() const noexcept { return our_side_; }
  [[nodiscard]] bool our_turn() const noexcept { return our_side_ == turn(); }

  void set_chess960(bool on) noexcept { chess960_ = on; }
  [[nodiscard]] bool chess960() const { return chess960_ || game_.start().needs_chess960(); }
  /// How a UCI engine is told of castling in this game.
  [[nodiscard]] chess::CastlingNotation castling() const;
  /// A move as the GUI wants to read it.
  [[nodiscard]] std::string text_of(chess::Move move) const;

  [[nodiscard]] const chess::Game& game() const noexcept { return game_; }
  [[nodiscard]] const chess::Position& position() const noexcept { return game_.position(); }
  [[nodiscard]] chess::Color turn() const noexcept { return position().side_to_move(); }
  /// For each ply, whether we played it.
  [[nodiscard]] const std::vector<bool>& ours() const noexcept { return ours_; }

 private:
  chess::Game game_;
  std::vector<bool> ours_;
  std::optional<chess::Color> our_side_ = chess::Color::black;
  bool chess960_ = false;
};

}  // namespace polyglot::session
