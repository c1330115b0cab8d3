// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/protocol/cecp.hpp>
#include <polyglot/protocol/cecp_variants.hpp>

#include "session/context.hpp"
#include "session/drivers/engine.hpp"

namespace polyglot::session {

inline constexpr char kUnknownCommand[] = "unknown command";

/// Tells an engine that searches positions about the game by its options.
class GameSettings {
 public:
  explicit GameSettings(Context& context) noexcept : options_(context.options), engine_(*context.engine) {}

  void new_opponent() {
    opponent_ = protocol::kEmptyText;
    opponent_is_computer_ = false;
  }

  void name_opponent(std::string_view name) { opponent_ = name; }
  void opponent_is_computer() noexcept { opponent_is_computer_ = true; }
  /// The GUI lets the engine play against a program, and lets it ponder.
  [[nodiscard]] bool plays_against_program() const noexcept { return opponent_is_computer_; }
  void allow_pondering(bool on) noexcept { pondering_ = on; }
  /// The GUI allows pondering, and the engine can ponder.
  [[nodiscard]] bool may_ponder() const {
    return pondering_ && (options_.check(OptionId::can_ponder) || engine_.options.find("Ponder") != nullptr);
  }

  /// Makes the engine play a variant, which has XBoard's name. Returns the engine's name for it, empty for
  /// chess and Chess960; nothing if the engine does not play it.
  /// Sets the variant at once, because the engine may have to report its start position.
  std::optional<std::string> play_variant(std::string_view name) {
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

  /// Whether the engine plays the variant that was wanted last.
  [[nodiscard]] bool plays_variant() const noexcept { return variant_.has_value(); }

  /// The effect of a GUI's command: an option of the engine and its value, none for a button. Without an
  /// option there is only a complaint, about the command if nothing else is named.
  struct Choice {
    EngineOptions::Entry* entry = nullptr;
    std::optional<std::string> value = {};
    std::string complaint = {};
    std::string about = {};
  };
  [[nodiscard]] Choice choose(const protocol::SetOption& message) const {
    EngineOptions::Entry* const entry = engine_.options.find(message.name);
    if (entry == nullptr) return {.complaint = "unknown option", .about = std::string(message.name)};
    Choice choice{.entry = entry};
    if (message.value) choice.value = *message.value;
    if (choice.value && entry->option.type == "check")
      choice.value = text(*choice.value == "1" || *choice.value == "true");
    return choice;
  }

  /// Sets Hash to the engine's memory without its tablebase cache.
  [[nodiscard]] Choice choose(const protocol::SetMemory& message) const {
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

  [[nodiscard]] Choice choose(const protocol::SetCores& message) const {
    for (const std::string_view name : protocol::thread_option_names()) {
      EngineOptions::Entry* const threads = engine_.options.find(name);
      if (threads != nullptr) return {.entry = threads, .value = in_range(*threads, message.cores)};
    }
    return {.complaint = kUnknownCommand};
  }

  [[nodiscard]] Choice choose(const protocol::SetTablebasePath& message) const {
    for (const protocol::TablebaseFormat& format : protocol::tablebase_formats()) {
      if (format.name != message.kind) continue;
      EngineOptions::Entry* const entry = engine_.options.find(format.path_option);
      if (entry != nullptr) return {.entry = entry, .value = std::string(message.path)};
    }
    return {.complaint = "unsupported table base format", .about = fmt::format("egtpath {}", message.kind)};
  }

  /// Call it before a search.
  /// Sends the options in the order of 2.0.4. The variant may come from the ini file, or from a GUI that has
  /// set the option itself.
  void prepare(bool chess960, bool analyzing) {
    want_variant();
    want("UCI_Chess960", text(chess960));
    if (options_.spin(OptionId::uci_version) >= 2) {
      want("UCI_Opponent",
           fmt::format("none none {} {}", opponent_is_computer_ ? "computer" : "human", opponent_));
      want("UCI_AnalyseMode", text(analyzing));
    }
    want("Ponder", text(may_ponder()));
  }

  /// Sets the node rate that replaces time, in nodes per second; 0: none.
  void set_node_rate(std::int64_t rate) { want("UCI_PlayByNodes", std::to_string(rate)); }

  /// False if the engine cannot negotiate.
  [[nodiscard]] bool offer_draw() {
    if (engine_.options.find("UCI_DrawOffers") == nullptr) return false;
    want("DrawOffer", "draw");
    return true;
  }

 private:
  using OptionId = config::OptionId;

  static constexpr std::string_view text(bool value) { return value ? "true" : "false"; }

  static std::optional<std::int64_t> number(std::string_view text) noexcept {
    return take_clamped_number<std::int64_t>(text);
  }

  /// The size of a cache in mebibytes. Engines may declare anything, so a negative size counts as 0.
  static std::int64_t cache_size(const EngineOptions& options, std::string_view name) noexcept {
    return std::max<std::int64_t>(number(options.value(name)).value_or(0), 0);
  }

  static std::string in_range(const EngineOptions::Entry& entry, std::int64_t value) {
    if (const auto max = number(entry.option.max.value_or(""))) value = std::min(value, *max);
    if (const auto min = number(entry.option.min.value_or(""))) value = std::max(value, *min);
    return std::to_string(value);
  }

  /// Sets the wanted variant. Sends nothing if the engine plays it already by any name, or has no name for
  /// it.
  void want_variant() {
    const EngineOptions::Entry* const entry = engine_.options.find(protocol::kVariantOption);
    if (entry == nullptr || !variant_) return;
    const std::string_view wanted = *variant_ == protocol::kChess960 ? protocol::kNormalChess : *variant_;
    if (protocol::xboard_variant(entry->value, entry->option) == wanted) return;
    if (const auto choice = protocol::uci_variant(wanted, entry->option))
      want(protocol::kVariantOption, *choice);
  }

  /// Sets an option if the engine has it and its value differs.
  void want(std::string_view name, std::string_view value) {
    EngineOptions::Entry* const entry = engine_.options.find(name);
    if (entry != nullptr && entry->value != value) engine_.driver->set_option(*entry, value);
  }

  const config::Options& options_;
  Engine& engine_;
  std::string opponent_{protocol::kEmptyText};
  bool opponent_is_computer_ = false;
  bool pondering_ = false;
  std::optional<std::string> variant_{protocol::kNormalChess};  ///< XBoard's name of the engine's variant
};

}  // namespace polyglot::session
