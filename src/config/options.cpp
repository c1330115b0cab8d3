// SPDX-License-Identifier: MIT
#include <boost/regex.hpp>
#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/config/ini_file.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/regex_fault.hpp>

#include "config/documents.hpp"

namespace polyglot::config {
namespace {

using enum OptionType;

constexpr std::uint8_t kHidden = static_cast<std::uint8_t>(Export::none);
constexpr std::uint8_t kXboard = static_cast<std::uint8_t>(Export::cecp);
constexpr std::uint8_t kXboardFull = static_cast<std::uint8_t>(Export::cecp_full);
constexpr std::uint8_t kUci = static_cast<std::uint8_t>(Export::uci);
constexpr std::uint8_t kEverywhere = kXboard | kUci;
constexpr std::uint8_t kEverywhereFull = kXboardFull | kUci;

constexpr std::array kEngineProtocols{Choice{"auto"}, Choice{"uci"}, Choice{"cecp", {"xboard", "winboard"}}};
constexpr std::array kBookFormats{Choice{"auto"}, Choice{"polyglot"}, Choice{"crafty"}, Choice{"abk"},
                                  Choice{"ctg"},  Choice{"pgn"},      Choice{"epd"}};
constexpr std::array kBookKeyKinds{Choice{"auto"}, Choice{"xboard"}, Choice{"plain"}};
constexpr std::array kBookLines{Choice{"main"}, Choice{"all"}};
constexpr std::array kBookModes{Choice{"weighted"}, Choice{"best"},    Choice{"uniform"}, Choice{"power"},
                                Choice{"top"},      Choice{"explore"}, Choice{"crafty"}};
constexpr std::array kBookInfos{Choice{"none"}, Choice{"string"}, Choice{"depth0"}, Choice{"depth1"}};
constexpr std::array kLearnUciModes{Choice{"off"}, Choice{"rules"}};
constexpr std::array kRestartModes{Choice{"off"}, Choice{"game"}, Choice{"always"}};

constexpr std::array<OptionSpec, kOptionCount> kRegistry{{
#define OPTION(id, exports, topic, ...) {{__VA_ARGS__}, OptionId::id, exports, Topic::topic},
#include <polyglot/config/option_registry.inc>
#undef OPTION
}};

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
  const bool has_prefix = text.starts_with("0x") || text.starts_with("0X");
  const auto bits = parse_number<std::uint64_t>(text.substr(has_prefix ? 2 : 0), 16);
  if (!bits || *bits == 0)
    return bad_value(spec, text, "not a hexadecimal mask of 1 to 16 digits with a bit set");
  return Value{fmt::format("{:X}", *bits), *bits};
}

Result<Value> read_choice(const ValueSpec& spec, std::string_view text) {
  const Choice* const choice = find_choice(spec, text);
  if (choice == nullptr) return bad_value(spec, text, "not one of " + range_text(spec));
  return Value{std::string(choice->name)};
}

Result<Value> read_pattern(const ValueSpec& spec, std::string_view text) {
  Value value{std::string(text)};
  try {
    [[maybe_unused]] const boost::regex expression(value.text);
    return value;
  } catch (const boost::regex_error& wrong) {
    return Error{std::string(spec.name) + ": " + describe_fault(value.text, wrong)};
  }
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
  const auto is_one_of = [text](std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [text](auto word) { return equal_ignoring_case(text, word); });
  };
  if (is_one_of({"true", "1", "yes", "on"})) return true;
  if (is_one_of({"false", "0", "no", "off"})) return false;
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
    case check:
      return read_check(spec, text);
    case spin:
      return read_spin(spec, text);
    case decimal:
      return read_decimal(spec, text);
    case mask:
      return read_mask(spec, text);
    case choice:
      return read_choice(spec, text);
    case words:
      return read_words(spec, text);
    case pattern:
      return read_pattern(spec, text);
    case path:
      return Value{std::string(text.empty() ? "." : text)};
    case string:
    case file:
      return Value{std::string(text)};
    case save:
      break;
  }
  return Value{};
}

std::span<const OptionSpec> option_specs() noexcept {
  return kRegistry;
}

const OptionSpec& spec(OptionId id) noexcept {
  return kRegistry[static_cast<std::size_t>(id)];
}

Options::Options() {
  for (const OptionSpec& option : kRegistry) put(option.id, read_value(option, option.default_value).value());
}

Result<void> Options::set(OptionId id, std::string_view value) {
  Result<Value> read = read_value(spec(id), value);
  if (!read) return read.error();
  put(id, std::move(*read));
  return {};
}

}  // namespace polyglot::config
