// SPDX-License-Identifier: MIT
#include <bit>
#include <utility>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/config/options.hpp>

#include "config/documents.hpp"
#include "config/ini_line.hpp"

namespace polyglot::config {

namespace {

std::optional<std::uint64_t> parse_mask(std::string_view text) noexcept {
  if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
  return parse_number<std::uint64_t>(text, 16);
}

Error bad_value(const ValueSpec& option, std::string_view value, std::string_view expected) {
  return Error{std::string(option.name) + ": " + in_quotes(value) + " is " + std::string(expected)};
}

const Choice* find_choice(const ValueSpec& option, std::string_view word) noexcept {
  if (word.empty()) return nullptr;  // a missing alias is empty
  for (const Choice& choice : option.choices) {
    if (equal_ignoring_case(word, choice.name)) return &choice;
    for (const std::string_view alias : choice.aliases) {
      if (equal_ignoring_case(word, alias)) return &choice;
    }
  }
  return nullptr;
}

Result<Value> read_check(const ValueSpec& spec, std::string_view text) {
  const std::optional<bool> flag = parse_check(text);
  if (!flag) return bad_value(spec, text, "neither true nor false");
  return Value{*flag ? "true" : "false", *flag ? 1U : 0U};
}

Result<Value> read_spin(const ValueSpec& spec, std::string_view text) {
  const auto number = parse_number<std::int64_t>(text);
  if (!number || *number < spec.min || *number > spec.max)
    return bad_value(spec, text, "not a number from " + range_text(spec));
  return Value{std::to_string(*number), static_cast<std::uint64_t>(*number)};
}

Result<Value> read_decimal(const ValueSpec& spec, std::string_view text) {
  const bool has_exponent = text.find_first_of("eE") != std::string_view::npos;
  const auto number = has_exponent ? std::nullopt : parse_fraction(text);
  const bool in_range =
      number && *number >= static_cast<double>(spec.min) && *number <= static_cast<double>(spec.max);
  if (!in_range) return bad_value(spec, text, "not a number from " + range_text(spec));
  return Value{fmt::format("{}", *number), std::bit_cast<std::uint64_t>(*number)};
}

Result<Value> read_mask(const ValueSpec& spec, std::string_view text) {
  const std::optional<std::uint64_t> bits = parse_mask(text);
  if (!bits || *bits == 0)
    return bad_value(spec, text, "not a hexadecimal mask of 1 to 16 digits with a bit set");
  return Value{fmt::format("{:X}", *bits), *bits};
}

Result<Value> read_choice(const ValueSpec& spec, std::string_view text) {
  const Choice* const choice = find_choice(spec, text);
  if (choice == nullptr) return bad_value(spec, text, "not one of " + range_text(spec));
  return Value{std::string(choice->name)};
}

Result<Value> read_words(const ValueSpec& spec, std::string_view text) {
  Value value;
  for (const std::string_view word : list_words(text)) {
    const auto choice = read_choice(spec, word);
    if (!choice) return choice.error();
    value.text += (value.text.empty() ? "" : ", ") + choice->text;
  }
  return value;
}

}  // namespace

std::optional<bool> parse_check(std::string_view text) noexcept {
  for (const std::string_view yes : {"true", "1", "yes", "on"}) {
    if (equal_ignoring_case(text, yes)) return true;
  }
  for (const std::string_view no : {"false", "0", "no", "off"}) {
    if (equal_ignoring_case(text, no)) return false;
  }
  return std::nullopt;
}

std::vector<std::string_view> list_words(std::string_view text) {
  constexpr std::string_view kBetween = ", \t";
  std::vector<std::string_view> words;
  while (!(text = trim(text, kBetween)).empty()) {
    words.push_back(text.substr(0, text.find_first_of(kBetween)));
    text.remove_prefix(words.back().size());
  }
  return words;
}

Result<Value> read_value(const ValueSpec& spec, std::string_view text) {
  text = trim(text, kBlanks);
  switch (spec.type) {
    case OptionType::check:
      return read_check(spec, text);
    case OptionType::spin:
      return read_spin(spec, text);
    case OptionType::decimal:
      return read_decimal(spec, text);
    case OptionType::mask:
      return read_mask(spec, text);
    case OptionType::choice:
      return read_choice(spec, text);
    case OptionType::words:
      return read_words(spec, text);
    case OptionType::path:
      return Value{std::string(text.empty() ? "." : text)};
    case OptionType::string:
    case OptionType::file:
      return Value{std::string(text)};
    case OptionType::save:
      break;
  }
  return Value{};
}

Options::Options() {
  for (const OptionSpec& option : option_specs()) {
    [[maybe_unused]] const Result<void> done = set(option.id, option.default_value);
  }
}

Result<void> Options::set(OptionId id, std::string_view value) {
  Result<Value> read = read_value(spec(id).value(), value);
  if (!read) return read.error();
  values_[static_cast<std::size_t>(id)] = std::move(*read);
  return {};
}

const std::string& Options::text(OptionId id) const noexcept {
  return value(id).text;
}

bool Options::check(OptionId id) const noexcept {
  return value(id).number != 0;
}

std::int64_t Options::spin(OptionId id) const noexcept {
  return static_cast<std::int64_t>(value(id).number);
}

double Options::decimal(OptionId id) const noexcept {
  return std::bit_cast<double>(value(id).number);
}

std::uint64_t Options::mask(OptionId id) const noexcept {
  return is_default(id) ? 0 : value(id).number;
}

bool Options::is_default(OptionId id) const noexcept {
  return value(id).text == spec(id).default_value;
}

}  // namespace polyglot::config
