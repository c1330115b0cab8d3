// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/learner.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/result.hpp>
#include <polyglot/session/effects.hpp>

#include "session/move_text.hpp"

namespace polyglot::session {

/// Game::read, Game::read_uci.
using ReadMove = std::optional<game::Move> (game::Game::*)(std::string_view text) const;

/// Who made a move: we are the last two.
enum class Mover : std::uint8_t { other, engine, book };

/// A game that a GUI has us play move by move: the moves and who made them, the side that is ours. Its rules
/// may not be known.
class GameRecord {
 public:
  /// Another game. The side that is ours stays, and so does Chess960.
  void begin(game::Game game);
  /// Another game by the same rules, from a position; without them, and a note for the log, if those of a
  /// variant do not allow it.
  Result<void> set_up(std::string_view fen, Effects& effects);
  /// The players have other pieces in hand than the moves say: the game begins again from where it stands.
  /// False if nothing has changed, or the game has no holdings that we know.
  bool hold(const protocol::SetHoldings& holdings);
  /// Reads a move that the rules do not allow. A variant may be played by other rules than we know: the game
  /// goes on without, and a note for the log says so. Nothing in chess, or if the text is no move.
  [[nodiscard]] std::optional<game::Move> doubt_rules(std::string_view text, ReadMove read, Effects& effects);
  /// The game may be put right where its rules are not known.
  [[nodiscard]] game::TextStart* text_start() noexcept { return game_.text_start(); }

  /// A move as the GUI wants to read it.
  [[nodiscard]] std::string text_of(const game::Move& move) const {
    return game_.to_xboard(move, castling());
  }

  /// `move` was read in this position, or made up by its rules.
  void push(const game::Move& move, Mover mover);
  /// False if so many moves have not been made.
  bool take_back(std::size_t plies);

  /// The side that we, the book and the engine, play from now on, or none.
  void play(std::optional<chess::Color> side) noexcept { our_side_ = side; }
  [[nodiscard]] std::optional<chess::Color> our_side() const noexcept { return our_side_; }
  [[nodiscard]] bool our_turn() const noexcept { return our_side_ == turn(); }

  void set_chess960(bool on) noexcept { chess960_ = on; }
  [[nodiscard]] bool chess960() const;
  /// How a UCI engine is told of castling in this game.
  [[nodiscard]] game::CastlingNotation castling() const;

  [[nodiscard]] chess::Color turn() const noexcept { return next().side; }
  [[nodiscard]] MoveNumber next() const noexcept { return next_move(game_); }
  [[nodiscard]] std::size_t ply() const noexcept { return movers_.size(); }
  /// The moves until now were made for the players, who begin here.
  void end_opening() noexcept { opening_ = ply(); }
  /// What a book can learn from the game: all moves of the side that we played throughout, with what they
  /// earned. Nothing if we played neither side alone, the game has no result, or its rules are not known.
  /// Source: 2.0.4.
  [[nodiscard]] std::vector<book::PlayedMove> results(protocol::GameResult::Score result) const;
  /// So many books have been told of this game. They are once, however often the GUI tells the result.
  void set_told_books(std::size_t books) noexcept { told_books_ = books; }
  [[nodiscard]] std::size_t told_books() const noexcept { return told_books_; }
  [[nodiscard]] bool learned() const noexcept { return told_books_ > 0; }
  /// A book has not taken it: when none has, all may be told again.
  void learning_failed() noexcept {
    if (told_books_ > 0) --told_books_;
  }
  /// Adds what the book has done in it to the games that have ended, once, and if a move of it is ours.
  /// `book`: its file.
  void report_end(std::string_view book, Effects& effects);
  /// A search of its last position. Lives no longer than this record stays as it is.
  [[nodiscard]] protocol::Search search(const protocol::SearchLimits& limits) const;

  [[nodiscard]] const game::Game& game() const noexcept { return game_; }
  /// Null if the rules are not known.
  [[nodiscard]] const game::Position* position() const noexcept { return game_.position(); }

 private:
  void begin_again(game::Game game);

  game::Game game_;
  game::Game first_;            ///< by the same rules, from where they have it begin
  std::vector<Mover> movers_;   ///< of each ply
  std::size_t opening_ = 0;     ///< plies that were made for the players
  std::size_t told_books_ = 0;  ///< without those that have failed
  std::optional<chess::Color> our_side_ = chess::Color::black;
  bool chess960_ = false;
  bool reported_ = false;
};

/// A game of a variant, from its start: by the rules of the first name that is known. `uci_name`: what
/// engines of UCI call it, or nothing for chess; `xboard_name`: what XBoard does, or nothing. Without rules
/// if both are unknown in `known`, or among the built-in ones where that is null.
[[nodiscard]] game::Game variant_game(const variants::Catalogue* known, std::string_view uci_name,
                                      std::string_view xboard_name = {});

/// For the log: the rules of a variant do not allow what has been played, so others are in force, and the
/// game goes on without.
[[nodiscard]] LogNote rules_doubted(const game::Rules& rules, std::string_view what);

}  // namespace polyglot::session
