// SPDX-License-Identifier: MIT
#include "pgn/results.hpp"
#include <array>
#include <optional>
#include <utility>

#include "pgn/characters.hpp"

namespace polyglot::pgn {
namespace {

/// The scores of a player, with their half points. Longer ones come first, because they begin with shorter
/// ones.
constexpr std::array<std::pair<std::string_view, int>, 7> kScores = {
    {{"1/2", 1}, {"0.5", 1}, {"0,5", 1}, {"½", 1}, {"\xBD", 1}, {"1", 2}, {"0", 0}}};

std::optional<int> take_score(std::string_view& text) noexcept {
  for (const auto& [score, half_points] : kScores) {
    if (!text.starts_with(score)) continue;
    text.remove_prefix(score.size());
    return half_points;
  }
  return std::nullopt;
}

/// Removes a sign between scores, and blanks around it. A line may end there.
bool take_sign(std::string_view& text) noexcept {
  const std::size_t at = skip_space(text, 0);
  const std::size_t sign = text.substr(at).starts_with(':') ? 1 : dash_length(text.substr(at));
  text.remove_prefix(skip_space(text, at + sign));
  return sign > 0;
}

}  // namespace

WrittenResult read_result(std::string_view text) noexcept {
  constexpr std::string_view kHalf = "1/2";
  std::string_view rest = text;
  const auto white = take_score(rest);
  if (!white) return {};
  if (take_sign(rest)) {
    const auto black = take_score(rest);
    constexpr int kBoth = 2;
    if (black && *white + *black == kBoth)
      return {*white == 2   ? GameResult::white_wins
              : *white == 1 ? GameResult::draw
                            : GameResult::black_wins,
              text.size() - rest.size()};
  }
  if (text.starts_with(kHalf)) return {GameResult::draw, kHalf.size()};
  return {};
}

std::string_view name_of(GameResult result) noexcept {
  switch (result) {
    case GameResult::white_wins:
      return "1-0";
    case GameResult::black_wins:
      return "0-1";
    case GameResult::draw:
      return "1/2-1/2";
    case GameResult::unknown:
      break;
  }
  return "*";
}

}  // namespace polyglot::pgn
