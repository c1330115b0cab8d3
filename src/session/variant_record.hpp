#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <polyglot/protocol/messages.hpp>

#include "session/move_number.hpp"

namespace polyglot::session {

/// A move of a variant whose rules we do not know, as UCI writes it.
struct VariantMove {
  std::string text;

  friend bool operator==(const VariantMove&, const VariantMove&) = default;
};

/// A game of a variant whose rules we do not know: the GUI and the engine know them. We keep the moves, and
/// know no more than whose turn it is.
class VariantRecord {
 public:
  /// `name`: the engine's for the variant. `gui_knows_setup`: it need not be told how the game begins.
  VariantRecord(std::string_view name, bool gui_knows_setup);

  /// Begins the game in another position, given in XBoard's FEN. False if the text cannot be one.
  bool set_up(std::string_view fen);
  /// The engine says how the game begins. True if the GUI is to be told.
  [[nodiscard]] bool take_setup_due() noexcept { return !std::exchange(gui_knows_setup_, true); }
  /// And how high the board is.
  void set_ranks(int ranks) noexcept { ranks_ = ranks; }

  /// Reads what has the form of a move, legal or not.
  [[nodiscard]] std::optional<VariantMove> read(std::string_view xboard_text) const;
  [[nodiscard]] std::optional<VariantMove> read_uci(std::string_view text) const;
  /// A move as an XBoard GUI wants to read it.
  [[nodiscard]] std::string text_of(const VariantMove& move) const;

  void push(const VariantMove& move) { game_.moves.push_back(move.text); }
  void truncate(std::size_t plies) { game_.moves.resize(plies); }

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] int ranks() const noexcept { return ranks_; }
  [[nodiscard]] MoveNumber next() const noexcept;
  [[nodiscard]] std::size_t ply() const noexcept { return game_.moves.size(); }
  [[nodiscard]] const protocol::VariantGame& game() const noexcept { return game_; }

 private:
  std::string name_;
  int ranks_;
  bool gui_knows_setup_;
  MoveNumber first_;
  protocol::VariantGame game_;
};

}  // namespace polyglot::session
