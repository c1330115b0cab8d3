#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/protocol/messages.hpp>

#include "session/move_number.hpp"

namespace polyglot::session {

/// A move of a variant whose rules we do not know, as UCI writes it.
struct ForeignMove {
  std::string text;

  friend bool operator==(const ForeignMove&, const ForeignMove&) = default;
};

/// A game of a variant whose rules we do not know: the GUI and the engine know them. We keep the moves, and
/// know no more than whose turn it is.
class ForeignRecord {
 public:
  /// `variant`: the engine's name for it.
  explicit ForeignRecord(std::string_view variant);

  /// Begins the game in another position, given in XBoard's FEN. False if the text cannot be one.
  bool set_up(std::string_view fen);
  /// The engine says how high the board is.
  void set_ranks(int ranks) noexcept { ranks_ = ranks; }

  /// Reads what has the form of a move, legal or not.
  [[nodiscard]] std::optional<ForeignMove> read(std::string_view xboard_text) const;
  [[nodiscard]] std::optional<ForeignMove> read_uci(std::string_view text) const;
  /// A move as an XBoard GUI wants to read it.
  [[nodiscard]] std::string text_of(const ForeignMove& move) const;

  void push(const ForeignMove& move) { game_.moves.push_back(move.text); }
  void truncate(std::size_t plies) { game_.moves.resize(plies); }

  [[nodiscard]] const std::string& variant() const noexcept { return variant_; }
  [[nodiscard]] int ranks() const noexcept { return ranks_; }
  [[nodiscard]] MoveNumber next() const noexcept;
  [[nodiscard]] std::size_t ply() const noexcept { return game_.moves.size(); }
  [[nodiscard]] const protocol::ForeignGame& game() const noexcept { return game_; }

 private:
  std::string variant_;
  int ranks_;
  MoveNumber first_;
  protocol::ForeignGame game_;
};

}  // namespace polyglot::session
