// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/session/engine_options.hpp>

namespace polyglot::session {

void EngineOptions::declare(protocol::EngineOption option) {
  std::string value = option.default_value;
  entries_.push_back({.option = std::move(option), .engine_default = value, .value = value});
}

EngineOptions::Entry* EngineOptions::find(std::string_view name) noexcept {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [name](const Entry& entry) {
    return equal_ignoring_case(entry.option.name, name);
  });
  return found == entries_.end() ? nullptr : &*found;
}

const EngineOptions::Entry* EngineOptions::find(std::string_view name) const noexcept {
  return const_cast<EngineOptions*>(this)->find(name);
}

std::optional<std::string_view> EngineOptions::nearest(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const Entry& entry : entries_) names.emplace_back(entry.option.name);
  return config::nearest_name(name, names);
}

std::string EngineOptions::no_option_message(const config::EngineSetting& setting) const {
  return fmt::format("{}: the engine has no option \"{}\"{}", setting.where, setting.name,
                     config::did_you_mean(nearest(setting.name)));
}

void EngineOptions::note(std::string_view name, const std::optional<std::string_view>& value) {
  Entry* const entry = find(name);
  if (entry != nullptr && value) entry->value = *value;
}

std::string_view EngineOptions::value(std::string_view name) const noexcept {
  const Entry* const entry = find(name);
  return entry == nullptr ? std::string_view() : entry->value;
}

bool EngineOptions::check(std::string_view name) const noexcept {
  return equal_ignoring_case(value(name), "true");
}

}  // namespace polyglot::session
