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
  std::string text;  ///< as UCI writes it

  friend bool operator==(const TextMove&, const TextMove&) = default;
};

/// A move of any game, with the alternative that fits its Position.
using Move = std::variant<chess::Move, variants::Move, TextMove>;

using chess::Color;
using chess::Key;

using variants::Ending;
using variants::Outcome;

/// A position of a game whose rules are known: chess, which has a fast board of its own, or a variant. A
/// value type. A variant's position must not outlive the Rules that it was made by.
class Position {
 public:
  /// The start position of chess.
  Position() = default;
  Position(const chess::Position& position) noexcept : position_(position) {}
  Position(const variants::Position& position)
      : position_(std::make_shared<const variants::Position>(position)) {}

  /// Null if it is a position of a variant.
  [[nodiscard]] const chess::Position* chess() const noexcept {
    return std::get_if<chess::Position>(&position_);
  }
  /// Null if it is a position of chess.
  [[nodiscard]] const variants::Position* variant() const noexcept {
    const auto* const shared = std::get_if<Shared>(&position_);
    return shared != nullptr ? shared->get() : nullptr;
  }

  /// The book key. Source: docs/book-format.md, "Key", and docs/variant-books.md.
  [[nodiscard]] Key key() const noexcept;
  [[nodiscard]] Color side_to_move() const noexcept;
  /// Starts at 1 and counts up after Black's move.
  [[nodiscard]] int fullmove_number() const noexcept;
  /// True if king or rook of a castling right do not start where they do in chess, so that e1g1 could be
  /// misread. Always false in a variant, whose rules say how castling is written.
  [[nodiscard]] bool needs_chess960() const noexcept {
    return chess() != nullptr && chess()->needs_chess960();
  }
  /// The FEN that people and XBoard write.
  [[nodiscard]] std::string to_fen() const;
  /// The FEN that UCI engines read. With king_takes_rook it names castling rights by the files of the rooks,
  /// as for Chess960.
  [[nodiscard]] std::string to_uci_fen(chess::CastlingNotation castling) const;

  /// Every legal move; none if the game has ended. Order is not specified.
  [[nodiscard]] std::vector<Move> legal_moves() const;
  [[nodiscard]] bool has_legal_move() const;
  /// The state of the game by this position alone, without repetitions and other rules about earlier moves.
  /// If there are several reasons, the first in the order of Ending counts.
  [[nodiscard]] Outcome outcome() const;

  /// Plays a legal move.
  void make(const Move& move);

 private:
  /// Copies share it, because it is five times as large as a position of chess and would make every copy
  /// larger.
  using Shared = std::shared_ptr<const variants::Position>;
  std::variant<chess::Position, Shared> position_;
};

}  // namespace polyglot::game
