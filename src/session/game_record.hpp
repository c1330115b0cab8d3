#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <polyglot/book/learner.hpp>
#include <polyglot/chess/game.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/result.hpp>

#include "session/move_number.hpp"
#include "session/variant_record.hpp"

namespace polyglot::session {

using GameMove = std::variant<chess::Move, VariantMove>;

/// A game that a GUI has us play move by move: the moves and who made them, the side that is ours, the
/// variant. The rules may be those of chess, or of a variant that we know nothing of.
class GameRecord {
 public:
  /// Another game, of chess. The side that is ours stays, and so does Chess960.
  void begin(const chess::Position& start);
  /// Another game, of a variant that we know nothing of, from where it begins.
  void begin_variant(std::string_view variant, bool gui_knows_setup);
  /// Another game of the same variant, from a position.
  Result<void> set_up(std::string_view fen);

  /// Reads a move that the GUI, the engine has made. In chess it is legal.
  [[nodiscard]] std::optional<GameMove> read(std::string_view text) const;
  /// `add_queen`: see read_uci_move().
  [[nodiscard]] std::optional<GameMove> read_uci(std::string_view text, bool add_queen = false) const;
  /// A move as the GUI wants to read it.
  [[nodiscard]] std::string text_of(const GameMove& move) const;

  /// `move` was read in this position, or made up by the rules of chess.
  void push(const GameMove& move, bool ours);
  /// False if so many moves have not been made.
  bool take_back(std::size_t plies);

  /// The side that we, the book and the engine, play from now on, or none.
  void play(std::optional<chess::Color> side) noexcept { our_side_ = side; }
  [[nodiscard]] std::optional<chess::Color> our_side() const noexcept { return our_side_; }
  [[nodiscard]] bool our_turn() const noexcept { return our_side_ == turn(); }

  void set_chess960(bool on) noexcept { chess960_ = on; }
  [[nodiscard]] bool chess960() const { return !variant() && (chess960_ || game_.start().needs_chess960()); }
  /// How a UCI engine is told of castling in this game.
  [[nodiscard]] chess::CastlingNotation castling() const;

  [[nodiscard]] chess::Color turn() const noexcept { return next().side; }
  [[nodiscard]] MoveNumber next() const noexcept;
  [[nodiscard]] std::size_t ply() const noexcept { return ours_.size(); }
  /// What a book can learn from a game of chess: all moves of the side that we played throughout, with what
  /// they earned. Nothing if we played neither side alone, or the game has no result. Source: 2.0.4.
  [[nodiscard]] std::vector<book::PlayedMove> results(protocol::GameResult::Score result) const;
  /// The book has been told of this game. It is once, however often the GUI tells the result.
  void set_learned(bool learned) noexcept { learned_ = learned; }
  [[nodiscard]] bool learned() const noexcept { return learned_; }
  /// How the game stands by the rules, as far as we know them.
  [[nodiscard]] chess::Termination termination() const;
  /// A search of its last position. Lives no longer than this record stays as it is.
  [[nodiscard]] protocol::Search search(const protocol::SearchLimits& limits) const;

  /// Null if the rules are those of chess.
  [[nodiscard]] const VariantRecord* variant() const noexcept { return variant_ ? &*variant_ : nullptr; }
  [[nodiscard]] VariantRecord* variant() noexcept { return variant_ ? &*variant_ : nullptr; }
  /// Where they are, the game.
  [[nodiscard]] const chess::Game& game() const noexcept { return game_; }
  [[nodiscard]] const chess::Position& position() const noexcept { return game_.position(); }

 private:
  chess::Game game_;
  std::optional<VariantRecord> variant_;  ///< instead of game_
  std::vector<bool> ours_;                ///< for each ply, whether we played it
  std::optional<chess::Color> our_side_ = chess::Color::black;
  bool chess960_ = false;
  bool learned_ = false;
};

}  // namespace polyglot::session
