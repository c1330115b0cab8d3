// SPDX-License-Identifier: MIT
#include "session/drivers/engine.hpp"
#include <utility>

#include <polyglot/ascii.hpp>

namespace polyglot::session {

void Engine::begin(const protocol::Dialect& spoken, std::unique_ptr<EngineDriver> ready) {
  is_lost_ = false;
  dialect = &spoken;
  driver = std::move(ready);
  features = driver->declared_features();
}

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
  is_lost_ = true;
  if (driver) return driver->quit();
  effects_.to_engine += "quit\n";  // the same command in both protocols
}

bool Engine::volunteers(std::string_view line) {
  const bool is_for_gui = driver->volunteers(line);
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
