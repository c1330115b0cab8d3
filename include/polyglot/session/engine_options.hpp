// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/config/options.hpp>
#include <polyglot/protocol/messages.hpp>

namespace polyglot::session {

/// The engine's options, with the values that the engine declared, the user configured and the GUI set.
class EngineOptions {
 public:
  struct Entry {
    protocol::EngineOption option;  ///< default_value: the configured value, which the GUI sees
    std::string engine_default;     ///< the default that the engine declared
    std::string value;              ///< the value in force
  };

  void declare(protocol::EngineOption option);
  /// Finds an option, in any letter case, as UCI requires. Returns null if the engine has no such option.
  [[nodiscard]] Entry* find(std::string_view name) noexcept;
  [[nodiscard]] const Entry* find(std::string_view name) const noexcept;
  /// Returns the option that this name probably means; nothing if no name is similar.
  [[nodiscard]] std::optional<std::string_view> nearest(std::string_view name) const;
  /// Returns the message about a setting for an option that the engine lacks: `my.ini:7: the engine has no
  /// option "Hahs"; did you mean "Hash"?`.
  [[nodiscard]] std::string no_option_message(const config::EngineSetting& setting) const;
  /// Records that the GUI has set an option. A button has no value.
  void note(std::string_view name, const std::optional<std::string_view>& value);
  /// Returns the value in force; empty if the engine has no such option.
  [[nodiscard]] std::string_view value(std::string_view name) const noexcept;
  [[nodiscard]] bool check(std::string_view name) const noexcept;
  [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return entries_; }

 private:
  std::vector<Entry> entries_;
};

}  // namespace polyglot::session
