// SPDX-License-Identifier: MIT
#pragma once

#include <boost/regex.hpp>
#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/builder/game_filter.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/pgn/game_text.hpp>

namespace polyglot::builder {

/// A regular expression needs too many steps for a name.
class TooComplex : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The positions that have a name, and whether it is one of GameFilter::openings_wanted.
using NamedPositions = boost::unordered_flat_map<chess::Key, bool>;

/// The filter must have names of openings.
[[nodiscard]] NamedPositions named_positions(const GameFilter& filter);

/// A GameFilter with compiled regular expressions. Functions that look at names may throw TooComplex.
class CompiledFilter {
 public:
  /// The filter must have passed its check().
  explicit CompiledFilter(const GameFilter& filter);

  /// Why the game is rejected, whatever its opening; nothing if it is wanted.
  [[nodiscard]] std::optional<Rejection> rejection(const pgn::GameText& game) const;
  /// Whether the sample has the game. The game's place in the input decides, so threads have no influence.
  [[nodiscard]] bool is_sampled(std::size_t input, std::uint64_t offset) const noexcept;
  /// Whether moves of White and Black are taken from this game.
  [[nodiscard]] std::array<bool, 2> sides(const pgn::GameText& game) const;

  /// Whether the opening of a game decides, which is known only when the game has been played.
  [[nodiscard]] bool asks_for_opening() const noexcept { return !filter_.openings_wanted.empty(); }
  /// Sets `is_wanted` if the position has a name. The last such position of a game decides.
  void note_opening(chess::Key key, bool& is_wanted) const {
    if (const auto named = openings_.find(key); named != openings_.end()) is_wanted = named->second;
  }

 private:
  [[nodiscard]] bool is_player(const pgn::GameText& game, pgn::KnownTag side) const;

  GameFilter filter_;
  std::optional<boost::regex> player_;
  std::optional<boost::regex> event_;
  NamedPositions openings_;  ///< only if openings are wanted
};

}  // namespace polyglot::builder
