// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/variants/position.hpp>

namespace polyglot::game {

/// A move of a game whose rules are not known. It may be illegal.
struct TextMove {
  std::string text;  ///< the move as UCI writes it

  friend bool operator==(const TextMove&, const TextMove&) = default;
};

/// A move of any game. The alternative must fit the Position.
using Move = std::variant<chess::Move, variants::Move, TextMove>;

using chess::Color;
using chess::Key;

using variants::Ending;
using variants::Outcome;

/// A position of a game whose rules are known: of chess, which has a fast board of its own, or of a variant.
/// A value type. A position of a variant must not outlive the Rules that it was made with.
class Position {
 public:
  /// The start position of chess.
  Position() = default;
  Position(const chess::Position& position) noexcept : position_(position) {}
  Position(const variants::Position& position)
      : position_(std::make_shared<const variants::Position>(position)) {}

  /// Returns null for a position of a variant.
  [[nodiscard]] const chess::Position* chess() const noexcept {
    return std::get_if<chess::Position>(&position_);
  }
  /// Returns null for a position of chess.
  [[nodiscard]] const variants::Position* variant() const noexcept {
    const auto* const shared = std::get_if<Shared>(&position_);
    return shared != nullptr ? shared->get() : nullptr;
  }

  /// Returns the book key. Source: docs/book-format.md, "Key", and docs/variant-books.md.
  [[nodiscard]] Key key() const noexcept;
  [[nodiscard]] Color side_to_move() const noexcept;
  /// Returns the move number, which begins with 1 and grows after Black's move.
  [[nodiscard]] int fullmove_number() const noexcept;
  /// Returns true if the king or rook of a castling right does not start where it does in chess, so that e1g1
  /// could be misread. Always false for a variant, whose rules decide how castling is written.
  [[nodiscard]] bool needs_chess960() const noexcept {
    return chess() != nullptr && chess()->needs_chess960();
  }
  /// Returns the FEN as people and XBoard write it.
  [[nodiscard]] std::string to_fen() const;
  /// Returns the FEN as UCI engines read it. With king_takes_rook it names castling rights by the files of
  /// the rooks, as for Chess960.
  [[nodiscard]] std::string to_uci_fen(chess::CastlingNotation castling) const;

  /// Returns all legal moves, in no particular order; none if the game has ended.
  [[nodiscard]] std::vector<Move> legal_moves() const;
  [[nodiscard]] bool has_legal_move() const;
  /// Returns the state of the game by this position alone, without repetitions and other rules about earlier
  /// moves. If there are several reasons for an end, the first in the order of Ending counts.
  [[nodiscard]] Outcome outcome() const;

  /// Plays a legal move.
  void make(const Move& move);

 private:
  /// Copies share the position of a variant, because it is five times as large as one of chess.
  using Shared = std::shared_ptr<const variants::Position>;
  std::variant<chess::Position, Shared> position_;
};

}  // namespace polyglot::game
