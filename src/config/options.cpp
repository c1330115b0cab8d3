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

Error bad_value(const OptionSpec& option, std::string_view value, std::string_view expected) {
  return Error{std::string(option.name) + ": " + in_quotes(value) + " is " + std::string(expected)};
}

const Choice* find_choice(const OptionSpec& option, std::string_view word) noexcept {
  if (word.empty()) return nullptr;  // an alias that is not there is empty
  for (const Choice& choice : option.choices) {
    if (equal_ignoring_case(word, choice.name)) return &choice;
    for (const std::string_view alias : choice.aliases) {
      if (equal_ignoring_case(word, alias)) return &choice;
    }
  }
  return nullptr;
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

Options::Options() {
  for (const OptionSpec& option : option_specs()) {
    [[maybe_unused]] const Result<void> done = set(option.id, option.default_value);
  }
}

Result<void> Options::set(OptionId id, std::string_view value) {
  const OptionSpec& option = spec(id);
  Value& stored = values_[static_cast<std::size_t>(id)];
  value = trim(value, kBlanks);
  switch (option.type) {
    case OptionType::check: {
      const std::optional<bool> flag = parse_check(value);
      if (!flag) return bad_value(option, value, "neither true nor false");
      stored = {*flag ? "true" : "false", *flag ? 1U : 0U};
      break;
    }
    case OptionType::spin: {
      const std::optional<std::int64_t> number = parse_number<std::int64_t>(value);
      if (!number || *number < option.min || *number > option.max) {
        return bad_value(option, value, "not a number from " + range_text(option));
      }
      stored = {std::to_string(*number), static_cast<std::uint64_t>(*number)};
      break;
    }
    case OptionType::mask: {
      const std::optional<std::uint64_t> bits = parse_mask(value);
      if (!bits || *bits == 0) {
        return bad_value(option, value, "not a hexadecimal mask of 1 to 16 digits with a bit set");
      }
      stored = {fmt::format("{:X}", *bits), *bits};
      break;
    }
    case OptionType::choice: {
      const Choice* const choice = find_choice(option, value);
      if (choice == nullptr) return bad_value(option, value, "not one of " + range_text(option));
      stored.text = choice->name;
      break;
    }
    case OptionType::path:
      stored.text = value.empty() ? "." : value;
      break;
    case OptionType::string:
    case OptionType::file:
      stored.text = value;
      break;
    case OptionType::save:
      break;
  }
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

std::uint64_t Options::mask(OptionId id) const noexcept {
  return is_default(id) ? 0 : value(id).number;
}

bool Options::is_default(OptionId id) const noexcept {
  return value(id).text == spec(id).default_value;
}

}  // namespace polyglot::config
