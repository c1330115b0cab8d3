// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/analysis/positions.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/pgn/game_text.hpp>
#include <polyglot/result.hpp>

#include "tools/variant_options.hpp"

namespace polyglot::tools {

/// The variant that a game names, or "chess".
[[nodiscard]] std::string variant_of(const pgn::GameText& game);

/// A suite of openings of chess or of a variant: lines of FEN or EPD, or games of PGN, each of which ends at
/// the position where a tournament's game begins.
class OpeningSuite {
 public:
  struct Opening {
    std::string text;      ///< as the file writes it: a line without its end, or a game
    std::string name;      ///< the operation id, the tag Opening, or the moves; empty: it has none of them
    std::size_t line = 0;  ///< in the file
    game::Position position;
  };

  /// The variant is that of --variant, or else of the Variant tag of the first game, or else chess. Error:
  /// the file cannot be read or has no opening; or a line of it is not a position, or a game of another
  /// variant (`file:line`).
  [[nodiscard]] static Result<OpeningSuite> read(const std::string& path, const VariantOptions& variant);

  [[nodiscard]] const game::Rules& rules() const noexcept { return rules_; }
  /// In the order of the file.
  [[nodiscard]] const std::vector<Opening>& openings() const noexcept { return openings_; }
  /// Returns the number (from 0) of the opening of a game: the one at its start, or else the last one that
  /// its moves reach. If the suite has games, the usual start counts only if no move reaches another one.
  /// Nothing if the suite does not have it. The game must have the suite's rules.
  [[nodiscard]] std::optional<std::size_t> opening_of(const pgn::GameText& game) const;
  /// The suite without some openings, in its own format.
  [[nodiscard]] std::string text_without(const std::vector<bool>& dropped) const;

 private:
  [[nodiscard]] Result<void> read_lists(const std::string& path);
  [[nodiscard]] Result<void> read_games(const std::string& path, const VariantOptions& variant);
  void add(Opening opening);
  [[nodiscard]] std::optional<std::size_t> find(const game::Position& position) const;

  game::Rules rules_;
  std::vector<Opening> openings_;
  analysis::Positions positions_;     ///< of the openings
  std::vector<std::size_t> numbers_;  ///< of the first opening with each position
  std::size_t plies_ = 0;             ///< of the longest game, if the suite has games
  bool of_games_ = false;
};

}  // namespace polyglot::tools
