// SPDX-License-Identifier: MIT
#include "session/drivers/engine.hpp"

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/config/did_you_mean.hpp>

namespace polyglot::session {

// ---- Options --------------------------------------------------------------------------------------------

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

// ---- The engine -----------------------------------------------------------------------------------------

void Engine::configure(std::span<const config::EngineSetting> settings) {
  for (const config::EngineSetting& setting : settings) {
    EngineOptions::Entry* const entry = options.find(setting.name);
    if (entry != nullptr) configure(*entry, setting.value);
  }
}

void Engine::configure(EngineOptions::Entry& entry, const std::string& value) const {
  if (entry.option.type == "button") {
    driver->set_option(entry, std::nullopt);
  } else if (value != entry.engine_default) {
    driver->set_option(entry, value);
    entry.option.default_value = value;
  }
}

void Engine::take_late_options(std::span<const config::EngineSetting> settings) {
  for (protocol::EngineOption& option : driver->late_options()) {
    if (options.find(option.name) != nullptr) continue;
    const std::string declared = option.name;
    options.declare(std::move(option));
    for (const config::EngineSetting& setting : settings)
      if (equal_ignoring_case(setting.name, declared)) configure(*options.find(declared), setting.value);
  }
}

void Engine::repeat_settings(const EngineOptions& before) {
  for (const EngineOptions::Entry& old : before.entries()) {
    EngineOptions::Entry* const entry = options.find(old.option.name);
    if (entry != nullptr && entry->value != old.value) driver->set_option(*entry, old.value);
  }
}

void Engine::quit() {
  if (driver) return driver->quit();
  effects_.to_engine += "quit\n";  // the same command in both protocols
}

bool Engine::hear_early(std::string_view line) {
  const bool is_for_gui = driver->hear_early(line);
  features = driver->declared_features();
  return is_for_gui;
}

std::vector<config::EngineValue> Engine::values() const {
  std::vector<config::EngineValue> values;
  for (const EngineOptions::Entry& entry : options.entries()) {
    if (entry.option.type == "button") continue;
    values.push_back(
        {.name = entry.option.name, .value = entry.value, .is_default = entry.value == entry.engine_default});
  }
  return values;
}

}  // namespace polyglot::session
