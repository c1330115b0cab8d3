// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/learner.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/result.hpp>
#include <polyglot/session/effects.hpp>

namespace polyglot::session {

/// Game::read or Game::read_uci.
using ReadMove = std::optional<game::Move> (game::Game::*)(std::string_view text) const;

/// Who made a move. Engine and book are our side.
enum class Mover : std::uint8_t { other, engine, book };

/// A game that a GUI lets us play move by move: its moves, who made them, and our side. Its rules may be
/// unknown.
class GameRecord {
 public:
  /// Begins another game. Our side stays, and so does Chess960.
  void begin(game::Game game);
  /// Begins another game by the same rules from a position. If the rules of a variant do not allow the
  /// position, the game has no rules, and a note goes to the log.
  Result<void> set_up(std::string_view fen, Effects& effects);
  /// Sets the pieces in hand. If they differ from those by the moves, the game begins again from the present
  /// position. False if nothing has changed, or if the game has no known holdings.
  bool set_holdings(const protocol::SetHoldings& holdings);
  /// Reads a move that the rules do not allow. Others may have different rules for a variant: then the game
  /// continues without rules, with a note in the log. Nothing in chess, or if the text is not a move.
  [[nodiscard]] std::optional<game::Move> doubt_rules(std::string_view text, ReadMove read, Effects& effects);
  /// The start of a game without rules, which the caller may correct.
  [[nodiscard]] game::TextStart* text_start() noexcept { return game_.text_start(); }

  [[nodiscard]] std::string text_of(const game::Move& move) const {
    return game_.to_xboard(move, castling());
  }

  /// Adds a move, which was read in this position, or made by its rules.
  void push(const game::Move& move, Mover mover);
  /// Takes back moves. False if there are not so many.
  bool take_back(std::size_t plies);

  /// Sets the side that we (book and engine) play from now on, or none.
  void play(std::optional<chess::Color> side) noexcept { our_side_ = side; }
  [[nodiscard]] std::optional<chess::Color> our_side() const noexcept { return our_side_; }
  [[nodiscard]] bool our_turn() const noexcept { return our_side_ == turn(); }

  void set_chess960(bool on) noexcept { chess960_ = on; }
  [[nodiscard]] bool chess960() const;
  [[nodiscard]] game::CastlingNotation castling() const;

  [[nodiscard]] chess::Color turn() const noexcept { return game_.turn(); }
  [[nodiscard]] std::size_t ply() const noexcept { return movers_.size(); }
  /// The moves so far are an opening of the GUI; the players begin here.
  void end_opening() noexcept { opening_ = ply(); }
  /// What a book can learn from the game: all moves of the side that we played throughout, with their points.
  /// Empty if we did not play exactly one side, or if result or rules are not known. Source: 2.0.4.
  [[nodiscard]] std::vector<book::PlayedMove> results(protocol::GameResult::Score result) const;
  /// Sets how many books have been asked to learn this game. They are asked once, even if the GUI repeats the
  /// result.
  void set_books_asked(std::size_t books) noexcept { books_asked_ = books; }
  [[nodiscard]] std::size_t books_asked() const noexcept { return books_asked_; }
  [[nodiscard]] bool learned() const noexcept { return books_asked_ > 0; }
  /// A book could not learn it. If no book could, all may be asked again.
  void learning_failed() noexcept {
    if (books_asked_ > 0) --books_asked_;
  }
  /// A search of its last position. Valid until this record changes.
  [[nodiscard]] protocol::Search search(const protocol::SearchLimits& limits) const;

  [[nodiscard]] const game::Game& game() const noexcept { return game_; }
  /// The last position; null if the rules are not known.
  [[nodiscard]] const game::Position* position() const noexcept { return game_.position(); }

 private:
  void replace_game(game::Game game);

  game::Game game_;
  game::Game start_of_rules_;    ///< a game by the same rules, from their start position
  std::vector<Mover> movers_;    ///< of each ply
  std::size_t opening_ = 0;      ///< plies of the GUI's opening
  std::size_t books_asked_ = 0;  ///< books asked to learn, without those that have failed
  std::optional<chess::Color> our_side_ = chess::Color::black;
  bool chess960_ = false;
};

/// A game of a variant from its start, by the rules of the first known name. `uci_name`: its UCI name, empty
/// for chess; `xboard_name`: its XBoard name, or empty. Names are looked up in `known`, or among the built-in
/// variants if that is null. If both are unknown, the game has no rules.
[[nodiscard]] game::Game variant_game(const variants::Catalogue* known, std::string_view uci_name,
                                      std::string_view xboard_name = {});

/// The warning for the log that the rules of a variant do not allow what was played, so the game continues
/// without rules.
[[nodiscard]] std::string rules_doubted(const game::Rules& rules, std::string_view what);

}  // namespace polyglot::session
