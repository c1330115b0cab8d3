#include "protocol/cecp_option.hpp"
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <polyglot/protocol/text.hpp>


namespace polyglot::protocol {
namespace {

constexpr std::array<std::string_view, 10> kTypes = {"check", "spin",  "slider", "string", "file",
                                                     "path",  "combo", "button", "save",   "reset"};
constexpr std::string_view kChoiceSeparator = "///";

bool is_number(std::string_view text) {
  return parse_clamped_number<std::int64_t>(text).has_value();
}

void read_choices(std::string_view text, EngineOption& option) {
  while (!text.empty()) {
    const std::size_t end = text.find(kChoiceSeparator);
    std::string_view choice = trim(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + kChoiceSeparator.size());
    if (choice.starts_with('*')) {
      choice.remove_prefix(1);
      option.default_value = choice;
    }
    if (!choice.empty()) option.choices.emplace_back(choice);
  }
  if (option.default_value.empty() && !option.choices.empty()) option.default_value = option.choices.front();
}

bool read_range(std::string_view text, EngineOption& option) {
  option.default_value = take_word(text);
  option.min = take_word(text);
  option.max = take_word(text);
  return is_number(option.default_value) && is_number(*option.min) && is_number(*option.max);
}

/// What stands behind the type; false if it makes no sense.
bool read_value(std::string_view text, EngineOption& option) {
  if (option.type == "spin" || option.type == "slider") return read_range(text, option);
  if (option.type == "check") {
    option.default_value = trim(text) == "1" || trim(text) == "true" ? "true" : "false";
  } else if (option.type == "combo") {
    read_choices(text, option);
    return !option.choices.empty();
  } else if (option.type == "string" || option.type == "file" || option.type == "path") {
    option.default_value = trim(text);
  }
  return true;
}

}  // namespace

std::optional<EngineOption> parse_cecp_option(std::string_view text) {
  // A name may hold blanks and dashes, so only the dash of a known type ends it.
  for (std::size_t dash = text.find(" -"); dash != std::string_view::npos; dash = text.find(" -", dash + 1)) {
    std::string_view rest = text.substr(dash + 2);
    const std::string_view type = take_word(rest);
    if (std::find(kTypes.begin(), kTypes.end(), type) == kTypes.end()) continue;
    EngineOption option;
    option.name = trim(text.substr(0, dash));
    option.type = type;
    if (option.name.empty() || !read_value(rest, option)) return std::nullopt;
    return option;
  }
  return std::nullopt;
}

void print_cecp_option(const EngineOption& option, std::optional<std::string_view> value, std::string& out) {
  out.append("option ").append(option.name);
  if (value) {
    const bool on = equal_ignoring_case(*value, "true") || *value == "1";
    out.append("=").append(option.type == "check" ? (on ? "1" : "0") : *value);
  }
  out += '\n';
}

}  // namespace polyglot::protocol
