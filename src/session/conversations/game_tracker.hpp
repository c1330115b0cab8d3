// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/result.hpp>

#include "session/conversations/game_record.hpp"

namespace polyglot::session {

/// Follows the game that a GUI repeats with every `position`. It plays only the new moves, so that the cost
/// of a move does not grow with the game.
class GameTracker {
 public:
  /// Sets the variant by its UCI name; an empty name means chess. The rules of a variant need not be known.
  /// Variants are looked up in `known`, or among the built-in ones if it is null.
  void play_variant(std::string_view name, const variants::Catalogue* known = nullptr) {
    if (name == variant_) return;
    variant_ = name;
    first_ = variant_game(known, name);
    (void)set_start({});
  }

  /// Takes a position. Error: which move of which position is wrong. Then a game of chess is unknown until
  /// the next correct position. A game of a variant may continue without rules, because the GUI may have
  /// other rules.
  Result<void> set(const protocol::SetPosition& message) {
    if (!message.readable) {
      known_ = false;
      return Error{"neither startpos nor a FEN"};
    }
    Result<void> begun;
    if (!known_ || message.fen != fen_ || may_have_rules_again(message.moves)) begun = set_start(message.fen);
    if (!known_) return begun;
    Result<void> played = play(keep_common_moves(message.moves));
    return begun ? played : begun;
  }

  [[nodiscard]] const game::Game* game() const noexcept { return known_ ? &game_ : nullptr; }

 private:
  static std::size_t common_length(std::string_view a, std::string_view b) {
    const std::size_t length = std::min(a.size(), b.size());
    if (a.substr(0, length) == b.substr(0, length)) return length;  // the usual case, at full speed
    return static_cast<std::size_t>(
        std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(length), b.begin()).first -
        a.begin());
  }

  Result<void> set_start(std::string_view fen) {
    Result<void> allowed;
    Result<game::Game> game = first_;
    if (!fen.empty()) {
      game = first_.from_fen(fen);
      if (!game) allowed = game.error();
      if (!game && !first_.is_chess()) game = first_.without_rules().from_fen(fen);
    }
    known_ = game.has_value();
    if (!known_) return allowed;
    game_ = std::move(*game);
    fen_ = fen;
    moves_.clear();
    move_ends_.clear();
    return allowed;
  }

  /// Whether the move that contradicted the rules has been taken back.
  [[nodiscard]] bool may_have_rules_again(std::string_view moves) const {
    return game_.rules() == nullptr && first_.rules() != nullptr && !moves.starts_with(moves_);
  }

  /// Takes the game back to the last move it shares with `moves`; returns the moves after that.
  std::string_view keep_common_moves(std::string_view moves) {
    const std::size_t common = common_length(moves_, moves);
    auto kept = std::upper_bound(move_ends_.begin(), move_ends_.end(), common);
    // A common beginning may end inside a longer move: e7e8 and e7e8q.
    while (kept != move_ends_.begin() && *(kept - 1) < moves.size() && !is_blank(moves[*(kept - 1)])) --kept;
    move_ends_.erase(kept, move_ends_.end());
    game_.truncate(move_ends_.size());
    moves_.resize(move_ends_.empty() ? 0 : move_ends_.back());
    return moves.substr(moves_.size());
  }

  Result<void> play(std::string_view moves) {
    const char* const begin = moves.data() - moves_.size();
    Result<void> allowed;
    std::string_view rest = moves;
    for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
      auto move = game_.read_uci(word);
      if (!move) {
        allowed = Error{fmt::format("move {}, \"{}\", is not legal", game_.ply() + 1, word.substr(0, 20))};
        known_ = goes_on_without_rules(word);
        if (!known_) return allowed;
        move = game_.read_uci(word);
      }
      game_.push(*move);
      move_ends_.push_back(static_cast<std::size_t>(word.data() + word.size() - begin));
    }
    moves_.append(moves);
    if (!move_ends_.empty()) moves_.resize(move_ends_.back());
    return allowed;
  }

  /// Continues without rules, because the GUI may have other rules for a variant.
  [[nodiscard]] bool goes_on_without_rules(std::string_view move) {
    if (game_.is_chess() || game_.rules() == nullptr) return false;
    game_ = game_.without_rules();
    return game_.read_uci(move).has_value();
  }

  std::string variant_;
  game::Game first_;  ///< a game of the variant without moves
  bool known_ = true;
  game::Game game_;
  std::string fen_;                     ///< as the GUI wrote it; empty: the start of the variant
  std::string moves_;                   ///< as the GUI wrote them
  std::vector<std::size_t> move_ends_;  ///< offset in moves_ after each ply
};

}  // namespace polyglot::session
