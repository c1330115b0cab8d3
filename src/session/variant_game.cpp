// SPDX-License-Identifier: MIT
#include "session/variant_game.hpp"

#include <fmt/format.h>

namespace polyglot::session {

game::Game variant_game(const variants::Catalogue& variants, std::string_view uci_name,
                        std::string_view xboard_name) {
  if (uci_name.empty()) return {};
  if (const auto rules = game::Rules::find(xboard_name, variants)) return game::Game(*rules);
  if (const auto rules = game::Rules::find(uci_name, variants)) return game::Game(*rules);
  return game::Game(game::text_start(uci_name));
}

LogNote rules_doubted(const game::Rules& rules, std::string_view what) {
  constexpr std::size_t kMostShown = 100;
  return {LogNote::Level::warning,
          fmt::format("\"{}\" is against the rules of {}: the game goes on without rules and book",
                      what.substr(0, kMostShown), rules.name())};
}

}  // namespace polyglot::session
