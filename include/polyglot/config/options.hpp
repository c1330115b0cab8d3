// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

#include <polyglot/ascii.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/result.hpp>

namespace polyglot::config {

/// The kind of value of an option. The names are those of the XBoard protocol, except the last five.
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
  pattern,  ///< a regular expression
};

/// Where the answer to a GUI's handshake lists an option.
enum class Export : std::uint8_t {
  none = 0,
  uci = 1,        ///< among the options after `uci`
  cecp = 2,       ///< among the feature options after `protover`
  cecp_full = 4,  ///< among these only with OnlyWbOptions=false
};

/// The chapter of the documentation in which an option is described.
enum class Topic : std::uint8_t { engine, book, log, settings, xboard };

/// The options, each declared once in option_registry.inc.
enum class OptionId : std::uint8_t {
#define OPTION(id, ...) id,
#include <polyglot/config/option_registry.inc>
#undef OPTION
};

inline constexpr std::size_t kOptionCount = static_cast<std::size_t>(OptionId::book_info) + 1;

/// One of the words that an option of type choice or words takes.
struct Choice {
  std::string_view name;
  std::array<std::string_view, 2> aliases = {};  ///< other words for it; empty if there are none
};

/// The rules for a value, and its documentation.
struct ValueSpec {
  std::string_view name;  ///< canonical spelling, e.g. "BookTreshold"
  OptionType type;
  std::string_view default_value;
  std::string_view doc;                  ///< one or two sentences with units
  std::int64_t min = 0;                  ///< spin and decimal only
  std::int64_t max = 0;                  ///< spin and decimal only
  std::span<const Choice> choices = {};  ///< choice and words only
  std::string_view alias = {};           ///< another accepted spelling, e.g. "BookThreshold"; empty if none
};

/// Finds a row of a table by name or alias, in any letter case. Returns null if there is none.
template <class Spec>
[[nodiscard]] const Spec* find_spec(std::span<const Spec> specs, std::string_view name) noexcept {
  const auto found = std::ranges::find_if(specs, [name](const Spec& spec) {
    return equal_ignoring_case(name, spec.name) ||
           (!spec.alias.empty() && equal_ignoring_case(name, spec.alias));
  });
  return found == specs.end() ? nullptr : &*found;
}

/// Returns the name in a table that is most similar to `name`, for "did you mean"; nothing if none is
/// similar.
template <class Spec>
[[nodiscard]] std::optional<std::string_view> nearest_spec(std::span<const Spec> specs,
                                                           std::string_view name) {
  std::vector<std::string_view> names;
  for (const Spec& spec : specs) {
    names.push_back(spec.name);
    if (!spec.alias.empty()) names.push_back(spec.alias);
  }
  return nearest_name(name, names);
}

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
struct OptionSpec : ValueSpec {
  OptionId id;
  std::uint8_t exports;  ///< Export bits
  Topic topic;

  [[nodiscard]] constexpr bool exported(Export where) const noexcept {
    return (exports & static_cast<std::uint8_t>(where)) != 0;
  }
};

/// Returns the whole registry, in the order of OptionId.
[[nodiscard]] std::span<const OptionSpec> option_specs() noexcept;
[[nodiscard]] const OptionSpec& spec(OptionId id) noexcept;
[[nodiscard]] inline const OptionSpec* find_option(std::string_view name) noexcept {
  return find_spec(option_specs(), name);
}
[[nodiscard]] inline std::optional<std::string_view> nearest_option(std::string_view name) {
  return nearest_spec(option_specs(), name);
}

/// An option of the engine, from a line `name = value`.
struct EngineSetting {
  std::string name;
  std::string value;
  std::string where;  ///< `file:line` or "command line"
};

/// Rows by their names in any letter case, in the order in which the names first appeared.
template <class Row>
class NamedRows {
 public:
  /// Adds a row, or replaces that of the same name. References to rows stay valid.
  Row& set(std::string_view name, Row row) {
    const auto [place, added] = places_.try_emplace(lower_case(name), rows_.size());
    if (added) return rows_.emplace_back(std::move(row));
    return rows_[place->second] = std::move(row);
  }
  [[nodiscard]] const Row* find(std::string_view name) const {
    const auto place = places_.find(lower_case(name));
    return place == places_.end() ? nullptr : &rows_[place->second];
  }
  [[nodiscard]] Row* find(std::string_view name) { return const_cast<Row*>(std::as_const(*this).find(name)); }
  [[nodiscard]] auto begin() const noexcept { return rows_.begin(); }
  [[nodiscard]] auto end() const noexcept { return rows_.end(); }
  [[nodiscard]] std::size_t size() const noexcept { return rows_.size(); }

 private:
  std::deque<Row> rows_;
  std::unordered_map<std::string, std::size_t> places_;  ///< by name in lower case
};

/// Reads true/1/yes/on or false/0/no/off, in any letter case. Returns nothing for any other text.
[[nodiscard]] std::optional<bool> parse_check(std::string_view text) noexcept;

/// The values of `count` options, each by its id. Not thread-safe.
template <class Id, std::size_t count>
class Values {
 public:
  [[nodiscard]] const std::string& text(Id id) const noexcept { return value(id).text; }  ///< for any type
  [[nodiscard]] bool check(Id id) const noexcept { return value(id).number != 0; }        ///< for check only
  [[nodiscard]] std::int64_t spin(Id id) const noexcept {                                 ///< spin only
    return static_cast<std::int64_t>(value(id).number);
  }
  [[nodiscard]] double decimal(Id id) const noexcept {  ///< decimal only
    return std::bit_cast<double>(value(id).number);
  }

  friend bool operator==(const Values&, const Values&) = default;

 protected:
  [[nodiscard]] const Value& value(Id id) const noexcept { return values_[static_cast<std::size_t>(id)]; }
  void put(Id id, Value value) { values_[static_cast<std::size_t>(id)] = std::move(value); }

 private:
  std::array<Value, count> values_;
};

/// The values of all options that are in force.
class Options : public Values<OptionId, kOptionCount> {
 public:
  Options();

  /// Sets an option from text. Error: what is wrong with the value; the old value stays.
  /// - check: true/1/yes/on or false/0/no/off, in any letter case; spin: a whole number in range
  /// - decimal: a number in range, with or without a fraction
  /// - mask: hexadecimal digits, with or without 0x; path: empty means "."
  /// - choice: one of its words or their aliases, in any letter case; words: any of its words; save: ignored
  Result<void> set(OptionId id, std::string_view value);

  /// For mask only. Bit n stands for processor n; 0 means all, as the default FFFFFFFF does.
  [[nodiscard]] std::uint64_t mask(OptionId id) const noexcept {
    return is_default(id) ? 0 : value(id).number;
  }
  [[nodiscard]] bool is_default(OptionId id) const noexcept { return text(id) == spec(id).default_value; }
};

}  // namespace polyglot::config
