#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/result.hpp>

namespace polyglot::config {

enum class OptionType : std::uint8_t { check, spin, string, file, path, save };

/// Where an option shows up in the answer to a GUI's handshake.
enum class Export : std::uint8_t {
  none = 0,
  uci = 1,           ///< among the options after `uci`
  cecp = 2,          ///< among the feature options after `protover`
  cecp_full = 4,     ///< there only with OnlyWbOptions=false
};

/// Every option of Polyglot, in the order in which they are exported.
/// The registry in src/config/options.cpp declares each of them once.
enum class OptionId : std::uint8_t {
  settings_file, settings_dir, only_wb_options, engine_name, engine_dir, engine_command,
  /* … config room fills in the rest, 2.0.4's order first, then the new ones … */
};

/// One row of the registry.
struct OptionSpec {
  OptionId id;
  std::string_view name;            ///< canonical spelling, e.g. "BookTreshold"
  std::string_view alias;           ///< another accepted spelling, e.g. "BookThreshold"; empty if none
  OptionType type;
  std::string_view default_value;
  std::int64_t min = 0;             ///< spin only
  std::int64_t max = 0;             ///< spin only
  std::uint8_t exports = 0;         ///< Export bits
  std::string_view doc;             ///< one or two sentences with units
};

/// The whole registry, in OptionId order.
[[nodiscard]] std::span<const OptionSpec> option_specs() noexcept;
[[nodiscard]] const OptionSpec& spec(OptionId id) noexcept;
/// By name or alias, in any letter case; null if there is none.
[[nodiscard]] const OptionSpec* find_option(std::string_view name) noexcept;
/// The known name nearest to `name` for a did-you-mean, or nothing if none is near.
[[nodiscard]] std::optional<std::string_view> nearest_option(std::string_view name);

/// One `name = value` of the engine's section, in the order given, last value of a name wins.
struct EngineSetting {
  std::string name;
  std::string value;
  std::string where;  ///< `file:line` or "command line"
};

/// The values in force.
class Options {
 public:
  Options();

  /// Sets from text. check: true/1/yes/on and false/0/no/off in any case; spin: a decimal number in range.
  /// Error: what was wrong with the value; the old value stays.
  Result<void> set(OptionId id, std::string_view value);

  [[nodiscard]] const std::string& text(OptionId id) const noexcept;  ///< any type, canonical form
  [[nodiscard]] bool check(OptionId id) const noexcept;
  [[nodiscard]] std::int64_t spin(OptionId id) const noexcept;
  [[nodiscard]] bool is_default(OptionId id) const noexcept;
};

}  // namespace polyglot::config
