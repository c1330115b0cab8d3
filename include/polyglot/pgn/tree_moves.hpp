// SPDX-License-Identifier: MIT
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/chess/types.hpp>
#include <polyglot/pgn/game_tree.hpp>

namespace polyglot::pgn {

/// Returns how often a move counts if its author marked it so. Source: docs/tools.md, "make-book",
/// "Variations of a game".
[[nodiscard]] constexpr std::uint8_t times_counted(MoveQuality quality) noexcept {
  constexpr std::uint8_t kGood = 2;
  constexpr std::uint8_t kBrilliant = 3;
  switch (quality) {
    case MoveQuality::good:
      return kGood;
    case MoveQuality::brilliant:
      return kBrilliant;
    case MoveQuality::bad:
    case MoveQuality::blunder:
      return 0;
    default:
      return 1;
  }
}

/// The moves that a game with variations adds to a book. A move of a variation counts once, but not if the
/// main line also has it; the marks of both count. A move that the main line repeats counts each time. One
/// object serves many games, one after the other. Not thread-safe.
template <class Item>
class TreeMoves {
 public:
  explicit TreeMoves(bool ignores_nags = false) : ignores_nags_(ignores_nags) {}

  /// Adds a move of `side` in the position of this key. finish() returns `item` to the caller.
  void add(chess::Key key, std::uint16_t move, chess::Color side, const TreeMove& written, const Item& item) {
    const auto [place, is_new] = places_.try_emplace({key, move}, moves_.size());
    if (!is_new) {
      Move& before = moves_[place->second];
      if (!written.is_main || !before.is_main) return merge(before, written, item);
      place->second = moves_.size();
    }
    moves_.push_back({.item = item,
                      .side = side,
                      .is_main = written.is_main,
                      .is_left_out = written.is_left_out,
                      .quality = written.quality,
                      .weight = written.weight});
  }

  /// Records that moves of a side have weights in comments, even if these moves are not added.
  void note_weight(chess::Color side) noexcept { has_weights_[static_cast<std::size_t>(side)] = true; }

  /// Calls `take(item, times, weight)` for each move, in the order in which they were first added. `times` is
  /// how often the move counts, 0 for a bad move. `weight` comes from a comment, and is empty for a bad move.
  /// Afterwards the object is empty, for the next game. Two kinds of moves are left out, because dump-book
  /// writes them although they are no entries. The first has the comment "weight none" and no weight
  /// elsewhere in the game. The other is the moves of one side if only the other side's have weights. Returns
  /// their number.
  template <class Take>
  std::uint64_t finish(Take&& take) {
    std::uint64_t left_out = 0;
    for (const Move& move : moves_) {
      const auto side = static_cast<std::size_t>(move.side);
      if ((has_weights_[1 - side] && !has_weights_[side]) || (move.is_left_out && !move.weight)) {
        ++left_out;
        continue;
      }
      const std::uint8_t times = ignores_nags_ ? std::uint8_t{1} : times_counted(move.quality);
      take(move.item, times, times == 0 ? std::nullopt : move.weight);
    }
    clear();
    return left_out;
  }

 private:
  struct Move {
    Item item;
    chess::Color side;
    bool is_main;
    bool is_left_out;
    MoveQuality quality;
    std::optional<std::uint16_t> weight;
  };

  static void merge(Move& before, const TreeMove& written, const Item& item) {
    if (written.is_main) before.item = item;
    before.is_main |= written.is_main;
    before.is_left_out &= written.is_left_out;
    if (before.quality == MoveQuality::unknown) before.quality = written.quality;
    if (!before.weight) before.weight = written.weight;
  }

  void clear() {
    // Clearing a table takes time for its largest size so far, so a large one is replaced.
    constexpr std::size_t kMostKept = 4096;
    if (places_.size() > kMostKept)
      places_ = {};
    else
      places_.clear();
    moves_.clear();
    has_weights_ = {};
  }

  bool ignores_nags_;
  std::vector<Move> moves_;
  /// The index in moves_.
  boost::unordered_flat_map<std::pair<chess::Key, std::uint16_t>, std::size_t> places_;
  std::array<bool, 2> has_weights_{};
};

}  // namespace polyglot::pgn
