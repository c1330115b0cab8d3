// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include <polyglot/config/options.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/table_verdict.hpp>
#include <polyglot/session/sources.hpp>

namespace polyglot::session {

/// The endgame tablebases of a session. The option Tablebase says what they are used for.
class Tables {
 public:
  /// `options` may change. `source` may be null.
  Tables(const config::Options& options, TablebaseSource source)
      : options_(options), source_(std::move(source)) {}

  /// What the tables say of the last position of a game, if Polyglot is to play for the engine.
  [[nodiscard]] std::optional<game::TableVerdict> to_play(const game::Game& game) const {
    return ask("play", game);
  }
  /// What the tables say of the last position of a game, if Polyglot is to claim its result.
  [[nodiscard]] std::optional<game::TableVerdict> to_adjudicate(const game::Game& game) const {
    return ask("adjudicate", game);
  }

 private:
  /// Asks the tables. Nothing unless Tablebase has the value `use`, the game goes on, and tables may have the
  /// position.
  [[nodiscard]] std::optional<game::TableVerdict> ask(std::string_view use, const game::Game& game) const;

  const config::Options& options_;
  TablebaseSource source_;
};

/// "wins", "draws" or "loses".
[[nodiscard]] std::string_view in_words(const game::TableVerdict& verdict) noexcept;

}  // namespace polyglot::session
