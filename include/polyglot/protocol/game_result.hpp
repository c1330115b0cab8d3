// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include <polyglot/protocol/messages.hpp>

/// Results of games in the words of PGN, which both protocols use.
namespace polyglot::protocol {

/// Nothing if `word` is none of 1-0, 0-1, 1/2-1/2 and *.
[[nodiscard]] constexpr std::optional<GameResult::Score> parse_result(std::string_view word) noexcept {
  if (word == "1-0") return GameResult::Score::white_wins;
  if (word == "0-1") return GameResult::Score::black_wins;
  if (word == "1/2-1/2") return GameResult::Score::draw;
  if (word == "*") return GameResult::Score::unknown;
  return std::nullopt;
}

[[nodiscard]] constexpr std::string_view to_text(GameResult::Score score) noexcept {
  switch (score) {
    case GameResult::Score::white_wins:
      return "1-0";
    case GameResult::Score::black_wins:
      return "0-1";
    case GameResult::Score::draw:
      return "1/2-1/2";
    case GameResult::Score::unknown:
      break;
  }
  return "*";
}

}  // namespace polyglot::protocol
