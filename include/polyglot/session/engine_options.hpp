// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/config/options.hpp>
#include <polyglot/protocol/messages.hpp>

namespace polyglot::session {

/// The engine's options: as it declared them, as configured, and as the GUI has set them.
class EngineOptions {
 public:
  struct Entry {
    protocol::EngineOption option;  ///< default_value: the configured value, which the GUI sees
    std::string engine_default;     ///< the default that the engine declared
    std::string value;              ///< the value in force
  };

  void declare(protocol::EngineOption option);
  /// Finds an option; letter case does not matter, as UCI requires. Null if the engine has no such option.
  [[nodiscard]] Entry* find(std::string_view name) noexcept;
  [[nodiscard]] const Entry* find(std::string_view name) const noexcept;
  /// The option that was probably meant by this name; nothing if none is near.
  [[nodiscard]] std::optional<std::string_view> nearest(std::string_view name) const;
  /// The message about a setting that the engine has no option for: `my.ini:7: the engine has no option
  /// "Hahs"; did you mean "Hash"?`.
  [[nodiscard]] std::string lack_of(const config::EngineSetting& setting) const;
  /// Records that the GUI has set an option. No value: a button.
  void note(std::string_view name, const std::optional<std::string_view>& value);
  /// The value in force; empty if the engine has no such option.
  [[nodiscard]] std::string_view value(std::string_view name) const noexcept;
  /// True if the value in force is "true".
  [[nodiscard]] bool check(std::string_view name) const noexcept;
  [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return entries_; }

 private:
  std::vector<Entry> entries_;
};

}  // namespace polyglot::session
