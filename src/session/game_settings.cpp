#include "session/game_settings.hpp"

#include <fmt/format.h>

namespace polyglot::session {
namespace {

using config::OptionId;

constexpr std::string_view text(bool value) {
  return value ? "true" : "false";
}

}  // namespace

void GameSettings::new_opponent() {
  opponent_ = "<empty>";
  opponent_is_computer_ = false;
}

bool GameSettings::may_ponder() const {
  return pondering_ && (options_.check(OptionId::can_ponder) || engine_.options.find("Ponder") != nullptr);
}

/// At once: the engine may have to say how the variant begins.
std::optional<std::string> GameSettings::play_variant(std::string_view name, Effects& effects) {
  const EngineOptions::Entry* const entry = engine_.options.find(protocol::kVariantOption);
  const bool rules_known = name == protocol::kNormalChess || name == protocol::kChess960;
  std::optional<std::string> variant;
  if (entry != nullptr && !rules_known) variant = protocol::uci_variant(name, entry->option);
  variant_ = variant ? name : protocol::kNormalChess;
  want_variant(effects);
  return variant;
}

/// Nothing to an engine that plays it, by whatever name, nor to one that has no name for it.
void GameSettings::want_variant(Effects& effects) {
  const EngineOptions::Entry* const entry = engine_.options.find(protocol::kVariantOption);
  if (entry == nullptr || protocol::xboard_variant(entry->value, entry->option) == variant_) return;
  if (const auto choice = protocol::uci_variant(variant_, entry->option)) {
    want(protocol::kVariantOption, *choice, effects);
  }
}

/// In this order, as in 2.0.4. The variant may have come from the ini file, or from a GUI that set it itself.
void GameSettings::prepare(bool chess960, bool analyzing, Effects& effects) {
  want_variant(effects);
  want("UCI_Chess960", text(chess960), effects);
  if (options_.spin(OptionId::uci_version) >= 2) {
    want("UCI_Opponent",
         fmt::format("none none {} {}", opponent_is_computer_ ? "computer" : "human", opponent_), effects);
    want("UCI_AnalyseMode", text(analyzing), effects);
  }
  want("Ponder", text(may_ponder()), effects);
}

void GameSettings::set_node_rate(std::int64_t rate, Effects& effects) {
  want("UCI_PlayByNodes", std::to_string(rate), effects);
}

bool GameSettings::offer_draw(Effects& effects) {
  if (engine_.options.find("UCI_DrawOffers") == nullptr) return false;
  want("DrawOffer", "draw", effects);
  return true;
}

/// Sets an option if the engine has it and it is not so already.
void GameSettings::want(std::string_view name, std::string_view value, Effects& effects) {
  EngineOptions::Entry* const entry = engine_.options.find(name);
  if (entry != nullptr && entry->value != value) engine_.driver->set_option(*entry, value, effects);
}

}  // namespace polyglot::session
