// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/config/options.hpp>
#include <polyglot/protocol/cecp_variants.hpp>

#include "session/context.hpp"
#include "session/drivers/engine.hpp"

namespace polyglot::session {

/// The answer to a command that has no effect here.
inline constexpr char kUnknownCommand[] = "unknown command";

/// Tells an engine that searches positions about the game by its options.
class GameSettings {
 public:
  explicit GameSettings(Context& context) noexcept : options_(context.options), engine_(*context.engine) {}

  void new_opponent();
  void name_opponent(std::string_view name) { opponent_ = name; }
  void opponent_is_computer() noexcept { opponent_is_computer_ = true; }
  /// The GUI lets the engine play against a program, and lets it ponder.
  [[nodiscard]] bool plays_against_program() const noexcept { return opponent_is_computer_; }
  void allow_pondering(bool on) noexcept { pondering_ = on; }
  /// The GUI allows pondering, and the engine can ponder.
  [[nodiscard]] bool may_ponder() const;

  /// Makes the engine play a variant, which has XBoard's name. Returns the engine's name for it, empty for
  /// chess and Chess960; nothing if the engine does not play it.
  std::optional<std::string> play_variant(std::string_view name);
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
  [[nodiscard]] Choice choose(const protocol::SetOption& message) const;
  [[nodiscard]] Choice choose(const protocol::SetMemory& message) const;
  [[nodiscard]] Choice choose(const protocol::SetCores& message) const;
  [[nodiscard]] Choice choose(const protocol::SetTablebasePath& message) const;

  /// Call it before a search.
  void prepare(bool chess960, bool analyzing);
  /// Sets the node rate that replaces time, in nodes per second; 0: none.
  void set_node_rate(std::int64_t rate);
  /// False if the engine cannot negotiate.
  [[nodiscard]] bool offer_draw();

 private:
  void want_variant();
  void want(std::string_view name, std::string_view value);

  const config::Options& options_;
  Engine& engine_;
  std::string opponent_{protocol::kEmptyText};
  bool opponent_is_computer_ = false;
  bool pondering_ = false;
  std::optional<std::string> variant_{protocol::kNormalChess};  ///< XBoard's name of the engine's variant
};

}  // namespace polyglot::session
