// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/config/options.hpp>
#include <polyglot/protocol/front.hpp>
#include <polyglot/session/engine_options.hpp>

#include "session/drivers/engine_driver.hpp"

namespace polyglot::session {

struct Engine {
  explicit Engine(Context& context) noexcept : effects_(context.effects) {}

  std::string name;
  std::string author;
  EngineOptions options;
  std::optional<std::vector<std::string>> features;      ///< see protocol::Identity
  const protocol::Dialect* dialect = nullptr;            ///< null until it is ready for the first time
  std::unique_ptr<EngineDriver> driver;                  ///< null until it is ready for the first time
  std::uint64_t moves = 0;                               ///< best moves of this and earlier engines
  std::shared_ptr<const variants::Catalogue> catalogue;  ///< null: the built-in ones

  /// Sends the settings of the configuration that differ from the engine's defaults.
  void configure(std::span<const config::EngineSetting> settings);
  /// Adds and configures options that it has declared after its handshake.
  void take_late_options(std::span<const config::EngineSetting> settings);
  /// Sends it the settings of the previous engine.
  void repeat_settings(const EngineOptions& before);
  /// Sends `quit`. Nothing is sent afterwards.
  void quit();
  /// The buffer for lines to the engine; they are dropped while it is lost.
  [[nodiscard]] std::string& input() {
    if (!driver->is_lost()) return effects_.to_engine;
    dropped_lines_.clear();
    return dropped_lines_;
  }
  [[nodiscard]] bool hear_early(std::string_view line);
  /// The values of its options that Save writes.
  [[nodiscard]] std::vector<config::EngineValue> values() const;

 private:
  void configure(EngineOptions::Entry& entry, const std::string& value) const;

  Effects& effects_;
  std::string dropped_lines_;
};

}  // namespace polyglot::session
