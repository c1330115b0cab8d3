// SPDX-License-Identifier: MIT
#include <iterator>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/protocol/cecp_engine.hpp>

namespace polyglot::protocol {
namespace {

struct Switch {
  std::string_view name;
  bool CecpFeatures::*value;
};

constexpr std::array<Switch, 12> kSwitches = {{{"ping", &CecpFeatures::ping},
                                               {"setboard", &CecpFeatures::setboard},
                                               {"san", &CecpFeatures::san},
                                               {"usermove", &CecpFeatures::usermove},
                                               {"time", &CecpFeatures::time},
                                               {"reuse", &CecpFeatures::reuse},
                                               {"analyze", &CecpFeatures::analyze},
                                               {"memory", &CecpFeatures::memory},
                                               {"smp", &CecpFeatures::smp},
                                               {"exclude", &CecpFeatures::exclude},
                                               {"nps", &CecpFeatures::nps},
                                               {"sigint", &CecpFeatures::sigint}}};

struct Text {
  std::string_view name;
  std::string CecpFeatures::*value;
};

constexpr std::array<Text, 3> kTexts = {
    {{"myname", &CecpFeatures::name}, {"variants", &CecpFeatures::variants}, {"egt", &CecpFeatures::egt}}};

/// Features that need no action. Most of them forbid what Polyglot never does.
constexpr std::array<std::string_view, 11> kNeedNothing = {"playother", "draw",      "sigterm", "colors",
                                                           "ics",       "name",      "pause",   "debug",
                                                           "setscore",  "highlight", "done"};

/// Removes NAME=VALUE from the text and returns it with the quotes of the value. Returns a word without "="
/// alone, and an empty text at the end.
std::string_view take_setting(std::string_view& text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  text.remove_prefix(begin);
  std::size_t end = std::min(text.find_first_of(" \t"), text.size());
  const std::size_t equals = text.find('=');
  if (equals < end && equals + 1 < text.size() && text[equals + 1] == '"') {
    end = text.find('"', equals + 2);
    end = end == std::string_view::npos ? text.size() : end + 1;
  }
  const std::string_view setting = text.substr(0, end);
  text.remove_prefix(end);
  return setting;
}

std::string_view without_quotes(std::string_view value) {
  if (!value.starts_with('"')) return value;
  value.remove_prefix(1);
  if (value.ends_with('"')) value.remove_suffix(1);
  return value;
}

std::vector<std::string_view> split(std::string_view names) {
  std::vector<std::string_view> list;
  while (!names.empty()) {
    const std::string_view one = names.substr(0, names.find(','));
    names.remove_prefix(std::min(names.size(), one.size() + 1));
    list.push_back(trim(one));
  }
  return list;
}

bool lists(std::string_view names, std::string_view name) {
  return std::ranges::count(split(names), name) > 0;
}

// ---- Options --------------------------------------------------------------------------------------------

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

/// Reads the text between the quotes of `feature option="…"`. Returns nothing if it declares no option. As in
/// UCI, the default of a check is true or false. The result keeps types that UCI does not know. Source: CECP,
/// "option".
std::optional<EngineOption> parse_option(std::string_view text) {
  // A name may contain blanks and dashes, so only the dash of a known type ends it.
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

}  // namespace

void CecpFeatures::read(std::string_view text, std::string& to_engine) {
  for (std::string_view setting = take_setting(text); !setting.empty(); setting = take_setting(text)) {
    const std::size_t equals = setting.find('=');
    if (equals == 0 || equals == std::string_view::npos) continue;
    declared_bytes_ += setting.size();
    const bool has_room = declared_bytes_ <= kMostDeclared;
    if (has_room) declared.emplace_back(setting);
    const std::string_view feature = setting.substr(0, equals);
    const std::string_view value = without_quotes(setting.substr(equals + 1));
    // We always read "done", because it ends the list.
    const bool taken = (has_room || feature == "done") && take(feature, value);
    auto out = std::back_inserter(to_engine);
    if (!taken && feature == "option") {
      fmt::format_to(out, "rejected option {}\n", value);
    } else {
      fmt::format_to(out, "{} {}\n", taken ? "accepted" : "rejected", feature);
    }
  }
}

bool CecpFeatures::take(std::string_view feature, std::string_view value) {
  for (const Switch& known : kSwitches) {
    if (feature != known.name) continue;
    this->*known.value = value != "0";
    return true;
  }
  for (const Text& known : kTexts) {
    if (feature != known.name) continue;
    this->*known.value = value;
    return true;
  }
  if (feature == "option") {
    std::optional<EngineOption> option = parse_option(value);
    if (!option) return false;
    options.push_back(*std::move(option));
    return true;
  }
  if (feature == "done") done = value == "0" ? Done::more_to_come : Done::complete;
  return std::find(kNeedNothing.begin(), kNeedNothing.end(), feature) != kNeedNothing.end();
}

bool CecpFeatures::plays(std::string_view variant) const {
  return lists(variants, variant);
}

std::vector<std::string_view> CecpFeatures::variant_names() const {
  return split(variants);
}

bool CecpFeatures::reads_tables(std::string_view format) const {
  return lists(egt, format);
}

}  // namespace polyglot::protocol
