#include <algorithm>
#include <array>
#include <string>

#include <polyglot/pgn/variant.hpp>

#include "pgn/characters.hpp"

namespace polyglot::pgn {
namespace {

/// Lower case, letters and digits only.
constexpr std::array<std::string_view, 16> kChessNames = {
    "",         "standard",     "standardchess", "chess",
    "normal",   "regular",      "classic",       "classical",
    "orthodox", "fromposition", "chess960",      "960",
    "frc",      "fischerandom", "fischerrandom", "fischerrandomchess",
};

std::string folded(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (is_letter(c) || is_digit(c)) text += to_lower(c);
  }
  return text;
}

}  // namespace

bool is_chess(std::string_view variant) {
  // "?" and "-" stand for values that are not known.
  return std::ranges::find(kChessNames, folded(variant)) != kChessNames.end();
}

bool is_chess(const GameText& game) {
  const auto variant = game.tag(KnownTag::variant);
  return !variant || is_chess(*variant);
}

}  // namespace polyglot::pgn
