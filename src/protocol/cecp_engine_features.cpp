#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include <fmt/format.h>

#include <polyglot/protocol/cecp_engine.hpp>
#include <polyglot/protocol/text.hpp>

#include "protocol/cecp_option.hpp"

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

/// Whatever they are set to, we do nothing that they could forbid.
constexpr std::array<std::string_view, 11> kNeedNothing = {"playother", "draw",      "sigterm", "colors",
                                                           "ics",       "name",      "pause",   "debug",
                                                           "setscore",  "highlight", "done"};

/// Takes NAME=VALUE off the text, the value with its quotes. Empty at the end; a word without = comes alone.
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

/// True if `name` is among the names separated by commas.
bool lists(std::string_view names, std::string_view name) {
  while (!names.empty()) {
    const std::string_view one = names.substr(0, names.find(','));
    names.remove_prefix(std::min(names.size(), one.size() + 1));
    if (trim(one) == name) return true;
  }
  return false;
}

}  // namespace

void CecpFeatures::read(std::string_view text, std::string& to_engine) {
  for (std::string_view setting = take_setting(text); !setting.empty(); setting = take_setting(text)) {
    const std::size_t equals = setting.find('=');
    if (equals == 0 || equals == std::string_view::npos) continue;
    declared.emplace_back(setting);
    const std::string_view feature = setting.substr(0, equals);
    const std::string_view value = without_quotes(setting.substr(equals + 1));
    const bool taken = take(feature, value);
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
    std::optional<EngineOption> option = parse_cecp_option(value);
    if (!option) return false;
    options.push_back(*std::move(option));
    return true;
  }
  if (feature == "done") done = value == "0" ? Done::more_to_come : Done::said;
  return std::find(kNeedNothing.begin(), kNeedNothing.end(), feature) != kNeedNothing.end();
}

bool CecpFeatures::plays(std::string_view variant) const {
  return lists(variants, variant);
}

bool CecpFeatures::reads_tables(std::string_view format) const {
  return lists(egt, format);
}

}  // namespace polyglot::protocol
