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

/// A move of a game whose rules are not known: nobody can say whether it is legal.
struct TextMove {
  std::string text;  ///< as UCI writes it

  friend bool operator==(const TextMove&, const TextMove&) = default;
};

/// A move of any game: of the kind that the game's position has.
using Move = std::variant<chess::Move, variants::Move, TextMove>;

using chess::Color;
using chess::Key;

using variants::Ending;
using variants::Outcome;

/// A position of any game whose rules are known: of chess, for which there is a fast board of its own, or of
/// a variant. A value. A variant's position must not outlive the Rules that it was made by.
class Position {
 public:
  /// The start position of chess.
  Position() = default;
  Position(const chess::Position& position) noexcept : position_(position) {}
  Position(const variants::Position& position)
      : position_(std::make_shared<const variants::Position>(position)) {}

  /// Null if it is one of a variant.
  [[nodiscard]] const chess::Position* chess() const noexcept {
    return std::get_if<chess::Position>(&position_);
  }
  /// Null if it is one of chess.
  [[nodiscard]] const variants::Position* variant() const noexcept {
    const auto* const shared = std::get_if<Shared>(&position_);
    return shared != nullptr ? shared->get() : nullptr;
  }

  /// The book key. Source: docs/book-format.md, "Key", and docs/variant-books.md.
  [[nodiscard]] Key key() const noexcept;
  [[nodiscard]] Color side_to_move() const noexcept;
  /// Starts at 1, counts up after Black's move.
  [[nodiscard]] int fullmove_number() const noexcept;
  /// True if a castling right is not as in chess, so that e1g1-style castling could be misread. Never in a
  /// variant, whose rules say how castling is written.
  [[nodiscard]] bool needs_chess960() const noexcept {
    return chess() != nullptr && chess()->needs_chess960();
  }
  /// As people and XBoard write it.
  [[nodiscard]] std::string to_fen() const;
  /// As engines of UCI read it. King takes rook: castling by the files of rooks, as for Chess960.
  [[nodiscard]] std::string to_uci_fen(chess::CastlingNotation castling) const;

  /// Every legal move; none if the game has ended. Order is not specified.
  [[nodiscard]] std::vector<Move> legal_moves() const;
  [[nodiscard]] bool has_legal_move() const;
  /// How the game stands by this position alone, without what depends on its course. Of several reasons the
  /// first in the order of Ending counts.
  [[nodiscard]] Outcome outcome() const;

  /// Plays a legal move.
  void make(const Move& move);

 private:
  /// Copies share it: it is five times as large as a position of chess, whose copies are to stay small.
  using Shared = std::shared_ptr<const variants::Position>;
  std::variant<chess::Position, Shared> position_;
};

}  // namespace polyglot::game
