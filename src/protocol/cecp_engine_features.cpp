#include "protocol/cecp_engine_features.hpp"
#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include <fmt/format.h>

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

CecpFeatures::News CecpFeatures::read(std::string_view text, std::string& to_engine) {
  News news;
  for (std::string_view setting = take_setting(text); !setting.empty(); setting = take_setting(text)) {
    const std::size_t equals = setting.find('=');
    if (equals == 0 || equals == std::string_view::npos) continue;
    declared.emplace_back(setting);
    accept(setting.substr(0, equals), without_quotes(setting.substr(equals + 1)), news, to_engine);
  }
  return news;
}

void CecpFeatures::accept(std::string_view feature, std::string_view value, News& news,
                          std::string& to_engine) {
  const bool taken = take(feature, value, news);
  auto out = std::back_inserter(to_engine);
  if (!taken && feature == "option") {
    fmt::format_to(out, "rejected option {}\n", value);
  } else {
    fmt::format_to(out, "{} {}\n", taken ? "accepted" : "rejected", feature);
  }
}

bool CecpFeatures::take(std::string_view feature, std::string_view value, News& news) {
  for (const Switch& known : kSwitches) {
    if (feature != known.name) continue;
    this->*known.value = value != "0";
    return true;
  }
  if (feature == "myname") {
    name = value;
    news.name = true;
    return true;
  }
  if (feature == "variants") {
    variants = value;
    return true;
  }
  if (feature == "egt") {
    egt = value;
    return true;
  }
  if (feature == "option") {
    news.option = parse_cecp_option(value);
    if (news.option) options.push_back(*news.option);
    return news.option.has_value();
  }
  if (feature == "done") {
    done = value == "0" ? Done::more_to_come : Done::said;
    news.done = done == Done::said;
  }
  return std::find(kNeedNothing.begin(), kNeedNothing.end(), feature) != kNeedNothing.end();
}

bool CecpFeatures::plays(std::string_view variant) const {
  return lists(variants, variant);
}

bool CecpFeatures::reads_tables(std::string_view format) const {
  return lists(egt, format);
}

}  // namespace polyglot::protocol
