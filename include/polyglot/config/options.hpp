// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/result.hpp>

namespace polyglot::config {

/// The kind of value of an option. The names are those of the XBoard protocol, except the last four.
enum class OptionType : std::uint8_t {
  check,
  spin,
  string,
  file,
  path,
  save,     ///< a button, without a value
  mask,     ///< hexadecimal set of processors; shown to GUIs as a string
  choice,   ///< one of several words
  decimal,  ///< a number with a fraction; shown to GUIs as a string
  words,    ///< a list of several words
};

/// Where the answer to a GUI's handshake lists an option.
enum class Export : std::uint8_t {
  none = 0,
  uci = 1,        ///< among the options after `uci`
  cecp = 2,       ///< among the feature options after `protover`
  cecp_full = 4,  ///< among these only with OnlyWbOptions=false
};

/// The GUIs for which an option has an effect.
enum class Scope : std::uint8_t {
  any,
  xboard_gui,  ///< only GUIs that speak the XBoard protocol
};

/// The chapter of the documentation in which an option is described.
enum class Topic : std::uint8_t { engine, book, log, settings, xboard };

/// All options of Polyglot, in the order in which GUIs get them: those of 2.0.4 first, then the new ones.
/// src/config/registry.cpp declares each of them once.
enum class OptionId : std::uint8_t {
  settings_file,
  settings_dir,
  only_wb_options,
  engine_name,
  engine_dir,
  engine_command,
  log,
  log_file,
  uci,
  use_nice,
  nice_value,
  resign,
  resign_moves,
  queen_never_resigns,
  resign_score,
  handle_draws,
  contempt_score,
  mate_score,
  book,
  book_file,
  book_random,
  book_depth,
  book_treshold,
  book_learn,
  show_tb_hits,
  kibitz_move,
  kibitz_pv,
  kibitz_command,
  kibitz_delay,
  kibitz_interval,
  show_ponder,
  score_white,
  st_fudge,
  uci_version,
  can_ponder,
  sync_stop,
  affinity,
  repeat_pv,
  promote_work_around,
  save,
  chess960,
  wb_work_arounds,
  wb_work_arounds2,
  wb_work_arounds3,
  book_seed,
  engine_protocol,
  engine_start_timeout,
  engine_quit_timeout,
  log_size,
  log_files,
  book_format,
  book_keys,
  book_variations,
  book_mode,
  variants_file,
  book_power,
  book_top,
  book_merge,
  book_allow_repetition,
  book_min_remaining,
  book_ponder,
  book_learn_file,
  book_learn_use,
  book_learn_uci,
  engine_restart,
  engine_restart_limit,
  engine_hang_timeout,
  book_info,
};

inline constexpr std::size_t kOptionCount = static_cast<std::size_t>(OptionId::book_info) + 1;

/// One of the words that an option of type choice or words takes.
struct Choice {
  std::string_view name;
  std::array<std::string_view, 2> aliases = {};  ///< other words for it; empty if there are none
};

/// The rules for a value.
struct ValueSpec {
  std::string_view name;  ///< for messages
  OptionType type;
  std::int64_t min = 0;                  ///< spin and decimal only
  std::int64_t max = 0;                  ///< spin and decimal only
  std::span<const Choice> choices = {};  ///< choice and words only
};

/// A value after reading.
struct Value {
  std::string text;          ///< canonical form
  std::uint64_t number = 0;  ///< value of check, spin, mask and decimal, so that access needs no parsing

  friend bool operator==(const Value&, const Value&) = default;
};

/// Splits a list at commas and blanks.
[[nodiscard]] std::vector<std::string_view> list_words(std::string_view text);

/// Reads a value. Error: what is wrong with it, see Options::set().
[[nodiscard]] Result<Value> read_value(const ValueSpec& spec, std::string_view text);

/// One row of the registry.
struct OptionSpec {
  OptionId id;
  std::string_view name;   ///< canonical spelling, e.g. "BookTreshold"
  std::string_view alias;  ///< another accepted spelling, e.g. "BookThreshold"; empty if none
  OptionType type;
  std::string_view default_value;
  std::int64_t min = 0;      ///< spin and decimal only
  std::int64_t max = 0;      ///< spin and decimal only
  std::uint8_t exports = 0;  ///< Export bits
  std::string_view doc;      ///< one or two sentences with units
  Topic topic = Topic::xboard;
  std::span<const Choice> choices = {};  ///< choice and words only

  [[nodiscard]] constexpr ValueSpec value() const noexcept { return {name, type, min, max, choices}; }
  [[nodiscard]] constexpr bool exported(Export where) const noexcept {
    return (exports & static_cast<std::uint8_t>(where)) != 0;
  }
  [[nodiscard]] constexpr Scope scope() const noexcept {
    return topic == Topic::xboard ? Scope::xboard_gui : Scope::any;
  }
};

/// Returns the whole registry, in the order of OptionId.
[[nodiscard]] std::span<const OptionSpec> option_specs() noexcept;
[[nodiscard]] const OptionSpec& spec(OptionId id) noexcept;
/// Finds an option by name or alias, in any letter case. Returns null if there is none.
[[nodiscard]] const OptionSpec* find_option(std::string_view name) noexcept;
/// Returns the known name that is most similar to `name`, for "did you mean"; nothing if none is similar.
[[nodiscard]] std::optional<std::string_view> nearest_option(std::string_view name);

/// An option of the engine, from a line `name = value`.
struct EngineSetting {
  std::string name;
  std::string value;
  std::string where;  ///< `file:line` or "command line"
};

/// Reads true/1/yes/on or false/0/no/off, in any letter case. Returns nothing for any other text.
[[nodiscard]] std::optional<bool> parse_check(std::string_view text) noexcept;

/// The values of all options that are in force. Not thread-safe.
class Options {
 public:
  Options();

  /// Sets an option from text. Error: what is wrong with the value; the old value stays.
  /// - check: true/1/yes/on or false/0/no/off, in any letter case; spin: a whole number in range
  /// - decimal: a number in range, with or without a fraction
  /// - mask: hexadecimal digits, with or without 0x; path: empty means "."
  /// - choice: one of its words or their aliases, in any letter case; words: any of its words; save: ignored
  Result<void> set(OptionId id, std::string_view value);

  [[nodiscard]] const std::string& text(OptionId id) const noexcept;  ///< for any type, in canonical form
  [[nodiscard]] bool check(OptionId id) const noexcept;               ///< for check only
  [[nodiscard]] std::int64_t spin(OptionId id) const noexcept;        ///< spin only
  [[nodiscard]] double decimal(OptionId id) const noexcept;           ///< decimal only
  /// For mask only. Bit n stands for processor n; 0 means all, as the default FFFFFFFF does.
  [[nodiscard]] std::uint64_t mask(OptionId id) const noexcept;
  [[nodiscard]] bool is_default(OptionId id) const noexcept;

 private:
  [[nodiscard]] const Value& value(OptionId id) const noexcept {
    return values_[static_cast<std::size_t>(id)];
  }

  std::array<Value, kOptionCount> values_;
};

}  // namespace polyglot::config
