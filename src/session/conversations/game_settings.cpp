// SPDX-License-Identifier: MIT
#include "session/conversations/game_settings.hpp"
#include <algorithm>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/protocol/cecp.hpp>

namespace polyglot::session {
namespace {

using config::OptionId;

constexpr std::string_view text(bool value) {
  return value ? "true" : "false";
}

/// The number at the start of the text.
std::optional<std::int64_t> number(std::string_view text) noexcept {
  return take_clamped_number<std::int64_t>(text);
}

/// The size of a cache in mebibytes. Engines may declare anything, so a negative size counts as 0.
std::int64_t cache_size(const EngineOptions& options, std::string_view name) noexcept {
  return std::max<std::int64_t>(number(options.value(name)).value_or(0), 0);
}

std::string in_range(const EngineOptions::Entry& entry, std::int64_t value) {
  if (const auto max = number(entry.option.max.value_or(""))) value = std::min(value, *max);
  if (const auto min = number(entry.option.min.value_or(""))) value = std::max(value, *min);
  return std::to_string(value);
}

}  // namespace

void GameSettings::new_opponent() {
  opponent_ = protocol::kEmptyText;
  opponent_is_computer_ = false;
}

bool GameSettings::may_ponder() const {
  return pondering_ && (options_.check(OptionId::can_ponder) || engine_.options.find("Ponder") != nullptr);
}

/// Sets the variant at once, because the engine may have to report its start position.
std::optional<std::string> GameSettings::play_variant(std::string_view name) {
  const EngineOptions::Entry* const entry = engine_.options.find(protocol::kVariantOption);
  const protocol::EngineOption* const option = entry != nullptr ? &entry->option : nullptr;
  const auto played = protocol::xboard_variants(option, engine_.options.find("UCI_Chess960") != nullptr);
  // GUIs begin with chess in any case, and engines may have another name for it.
  const bool is_played = name == protocol::kNormalChess || std::ranges::find(played, name) != played.end();
  variant_ = is_played ? std::optional<std::string>(name) : std::nullopt;
  want_variant();
  if (!is_played) return std::nullopt;
  if (name == protocol::kNormalChess || name == protocol::kChess960) return std::string();
  return std::string(*protocol::uci_variant(name, *option));
}

/// Sets the wanted variant. Sends nothing if the engine plays it already by any name, or has no name for it.
void GameSettings::want_variant() {
  const EngineOptions::Entry* const entry = engine_.options.find(protocol::kVariantOption);
  if (entry == nullptr || !variant_) return;
  const std::string_view wanted = *variant_ == protocol::kChess960 ? protocol::kNormalChess : *variant_;
  if (protocol::xboard_variant(entry->value, entry->option) == wanted) return;
  if (const auto choice = protocol::uci_variant(wanted, entry->option)) {
    want(protocol::kVariantOption, *choice);
  }
}

/// Sends the options in the order of 2.0.4. The variant may come from the ini file, or from a GUI that has
/// set the option itself.
void GameSettings::prepare(bool chess960, bool analyzing) {
  want_variant();
  want("UCI_Chess960", text(chess960));
  if (options_.spin(OptionId::uci_version) >= 2) {
    want("UCI_Opponent",
         fmt::format("none none {} {}", opponent_is_computer_ ? "computer" : "human", opponent_));
    want("UCI_AnalyseMode", text(analyzing));
  }
  want("Ponder", text(may_ponder()));
}

GameSettings::Choice GameSettings::choose(const protocol::SetOption& message) const {
  EngineOptions::Entry* const entry = engine_.options.find(message.name);
  if (entry == nullptr) return {.complaint = "unknown option", .about = std::string(message.name)};
  Choice choice{.entry = entry};
  if (message.value) choice.value = *message.value;
  if (choice.value && entry->option.type == "check") {
    choice.value = text(*choice.value == "1" || *choice.value == "true");
  }
  return choice;
}

/// Sets Hash to the engine's memory without its tablebase cache.
GameSettings::Choice GameSettings::choose(const protocol::SetMemory& message) const {
  EngineOptions::Entry* const hash = engine_.options.find("Hash");
  if (hash == nullptr) return {.complaint = kUnknownCommand};
  std::int64_t mebibytes = message.mebibytes;
  if (engine_.options.find("NalimovPath") != nullptr) {
    mebibytes -= cache_size(engine_.options, "NalimovCache");
  } else if (engine_.options.find("GaviotaTbPath") != nullptr) {
    mebibytes -= cache_size(engine_.options, "GaviotaTbCache");
  }
  if (mebibytes <= 0) return {};
  return {.entry = hash, .value = in_range(*hash, mebibytes)};
}

GameSettings::Choice GameSettings::choose(const protocol::SetCores& message) const {
  for (const std::string_view name : protocol::thread_option_names()) {
    EngineOptions::Entry* const threads = engine_.options.find(name);
    if (threads != nullptr) return {.entry = threads, .value = in_range(*threads, message.cores)};
  }
  return {.complaint = kUnknownCommand};
}

GameSettings::Choice GameSettings::choose(const protocol::SetTablebasePath& message) const {
  for (const protocol::TablebaseFormat& format : protocol::tablebase_formats()) {
    if (format.name != message.kind) continue;
    EngineOptions::Entry* const entry = engine_.options.find(format.path_option);
    if (entry != nullptr) return {.entry = entry, .value = std::string(message.path)};
  }
  return {.complaint = "unsupported table base format", .about = fmt::format("egtpath {}", message.kind)};
}

void GameSettings::set_node_rate(std::int64_t rate) {
  want("UCI_PlayByNodes", std::to_string(rate));
}

bool GameSettings::offer_draw() {
  if (engine_.options.find("UCI_DrawOffers") == nullptr) return false;
  want("DrawOffer", "draw");
  return true;
}

/// Sets an option if the engine has it and its value differs.
void GameSettings::want(std::string_view name, std::string_view value) {
  EngineOptions::Entry* const entry = engine_.options.find(name);
  if (entry != nullptr && entry->value != value) engine_.driver->set_option(*entry, value);
}

}  // namespace polyglot::session
