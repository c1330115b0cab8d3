// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/config/options.hpp>
#include <polyglot/protocol/cecp_engine.hpp>
#include <polyglot/protocol/front.hpp>
#include <polyglot/session/engine_options.hpp>

#include "session/drivers/engine_driver.hpp"

namespace polyglot::session {

/// The engine that runs: who it is, what can be set, who drives it.
struct Engine {
  std::string name;
  std::string author;
  EngineOptions options;
  std::optional<std::vector<std::string>> features;      ///< see protocol::Identity
  std::unique_ptr<protocol::CecpBack> cecp;              ///< null if it speaks UCI
  const protocol::Dialect* dialect = nullptr;            ///< the same for the first time
  std::unique_ptr<EngineDriver> driver;                  ///< null until it is ready for the first time
  std::shared_ptr<const variants::Catalogue> catalogue;  ///< null: the built-in ones

  /// Another one is ready, and has said this in XBoard's protocol; null: it speaks UCI. `now`: the time of
  /// the present event.
  void begin(std::unique_ptr<protocol::CecpBack> said_in_cecp, const std::chrono::milliseconds& now);
  /// Sends it what its section of the configuration says, where that differs from its own default.
  void configure(std::span<const config::EngineSetting> settings, Effects& effects);
  /// Options of XBoard's protocol that it has declared since it was taken for ready; they are configured,
  /// too.
  void take_late_options(std::span<const config::EngineSetting> settings, Effects& effects);
  /// Sets it as the one before it was.
  void repeat_settings(const EngineOptions& before, Effects& effects);
  /// Nothing is sent after it.
  void quit(Effects& effects);
  /// It is of no use any more: nothing is sent to it until another begins.
  void lose() noexcept {
    is_lost_ = true;
    driver->lose();
  }
  /// Where lines for it are written to; nowhere while there is none.
  [[nodiscard]] std::string& input(Effects& effects) {
    if (!is_lost_) return effects.to_engine;
    unheard_.clear();
    return unheard_;
  }
  /// True if a line that it says before the GUI does is for a UCI GUI: it speaks UCI, too, and this is no
  /// answer, since nobody has asked.
  [[nodiscard]] bool volunteers(std::string_view line, Effects& effects);
  /// What is to be saved of its options.
  [[nodiscard]] std::vector<config::EngineValue> values() const;

 private:
  void configure(EngineOptions::Entry& entry, const std::string& value, Effects& effects) const;

  bool is_lost_ = false;
  std::string unheard_;
  std::size_t options_declared_ = 0;  ///< in XBoard's protocol, of those in `options`
};

}  // namespace polyglot::session
