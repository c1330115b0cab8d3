#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::config {

/// What one section of a configuration file is to say.
struct SectionUpdate {
  struct Setting {
    std::string name;
    std::string value;
    bool is_default = false;  ///< need not be in the file
  };

  std::string_view name;
  std::vector<Setting> settings;  ///< no name twice
  /// The setting of this section that a name in the file stands for; null if it is none.
  std::function<const Setting*(const std::vector<Setting>&, std::string_view name)> find;
  /// Whether a value in the file says the same as the setting's.
  std::function<bool(const Setting&, std::string_view value)> says_same;
};

/// `text` with its sections brought up to date and everything else as it was. A section that has something to
/// say and does not exist is added at the end.
[[nodiscard]] std::string update_ini(std::string_view text, std::span<const SectionUpdate> sections);

}  // namespace polyglot::config
