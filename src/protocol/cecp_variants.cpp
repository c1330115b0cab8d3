// SPDX-License-Identifier: MIT
#include <polyglot/protocol/cecp_variants.hpp>

namespace polyglot::protocol {
namespace {

struct VariantNames {
  std::string_view uci;
  std::string_view xboard;
};

/// All other variants have the same name in UCI and XBoard. Lichess uses `threeCheck` and the names after it.
constexpr std::array kDifferentNames = {
    VariantNames{"chess", kNormalChess},
    VariantNames{"standard", kNormalChess},
    VariantNames{"chess960", kChess960},
    VariantNames{"antichess", "giveaway"},
    VariantNames{"threecheck", "3check"},
    VariantNames{"threeCheck", "3check"},
    VariantNames{"kingOfTheHill", "kingofthehill"},
    VariantNames{"racingKings", "racingkings"},
};

/// Source: CECP, "variant", and the man page of XBoard, "-variant".
constexpr std::array<std::string_view, 36> kKnownToXBoard = {
    "3check",  "asean",      "atomic",     "berolina", "bughouse",   "capablanca", "caparandom", "chu",
    "courier", "crazyhouse", "cylinder",   "elven",    "fairy",      "falcon",     kChess960,    "giveaway",
    "gothic",  "grand",      "great",      "janus",    "knightmate", "kriegspiel", "lion",       "losers",
    "makruk",  "nocastle",   kNormalChess, "seirawan", "shatranj",   "shogi",      "spartan",    "suicide",
    "super",   "twokings",   "wildcastle", "xiangqi"};
static_assert(std::ranges::is_sorted(kKnownToXBoard), "is_known_to_xboard() halves its way");

std::string_view translated(std::string_view uci_name) noexcept {
  const auto found = std::ranges::find(kDifferentNames, uci_name, &VariantNames::uci);
  return found == kDifferentNames.end() ? uci_name : found->xboard;
}

bool is_choice(std::string_view name, const EngineOption& option) {
  return std::ranges::find(option.choices, name) != option.choices.end();
}

/// Whether Polyglot can offer a variant of this name. Chess and Chess960 are offered in another way. In
/// caparandom XBoard sends castling without its squares. A name must fit into our quoted list.
bool can_be_played(std::string_view name) noexcept {
  const bool fits = name.find_first_of(", \t\"") == std::string_view::npos;
  return fits && name != kNormalChess && name != kChess960 && name != "caparandom";
}

}  // namespace

/// A variant keeps its own name if the translated one belongs to another variant of the engine.
std::string_view xboard_variant(std::string_view uci_name, const EngineOption& option) {
  const std::string_view name = translated(uci_name);
  const bool ours = name == kNormalChess || name == kChess960;
  return !ours && is_choice(name, option) ? uci_name : name;
}

std::optional<std::string_view> uci_variant(std::string_view xboard_name, const EngineOption& option) {
  const auto found = std::ranges::find_if(option.choices, [&](const std::string& choice) {
    return xboard_variant(choice, option) == xboard_name;
  });
  if (found == option.choices.end()) return std::nullopt;
  return *found;
}

/// The engine's list may lack chess.
std::vector<std::string_view> xboard_variants(const EngineOption* variants, bool chess960) {
  std::vector<std::string_view> names;
  if (variants == nullptr || variants->choices.empty() || uci_variant(kNormalChess, *variants)) {
    names.push_back(kNormalChess);
    if (chess960) names.push_back(kChess960);
  }
  if (variants == nullptr) return names;
  for (const std::string& choice : variants->choices) {
    const std::string_view name = xboard_variant(choice, *variants);
    const bool listed = std::ranges::find(names, name) != names.end();
    if (!listed && can_be_played(name)) names.push_back(name);
  }
  return names;
}

std::optional<EngineOption> variant_option(std::span<const std::string_view> xboard_names) {
  constexpr std::string_view kUciChess = "chess";
  EngineOption option;
  option.name = kVariantOption;
  option.type = "combo";
  for (const std::string_view name : xboard_names) {
    if (name == kNormalChess) option.choices.emplace_back(kUciChess);
    // A name with `+` describes a board, like 9x9+0_shogi.
    if (can_be_played(name) && name.find('+') == std::string_view::npos) option.choices.emplace_back(name);
  }
  const bool has_choice = option.choices.size() > 1 || !is_choice(kUciChess, option);
  if (option.choices.empty() || !has_choice) return std::nullopt;
  option.default_value = is_choice(kUciChess, option) ? std::string(kUciChess) : option.choices.front();
  return option;
}

bool is_known_to_xboard(std::string_view xboard_name) noexcept {
  return std::ranges::binary_search(kKnownToXBoard, xboard_name);
}

}  // namespace polyglot::protocol
