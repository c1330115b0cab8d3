// SPDX-License-Identifier: MIT
/// Configuration files of arbitrary bytes: nothing is lost, nothing is invented, every message is one line.
#include <system_error>

#include <polyglot/config/configuration.hpp>
#include <polyglot/config/ini_file.hpp>
#include <polyglot/config/options.hpp>

#include "check.hpp"

namespace polyglot::fuzz {
namespace {

using config::Configuration;
using config::IniEntry;
using config::IniFile;
using config::OptionType;

void check_messages(const std::vector<std::string>& messages) {
  check(std::ranges::all_of(messages, is_one_line), "a message is one line");
}

void check_lines(const IniFile& ini, std::string_view text) {
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
  std::size_t last = 0;
  for (const IniEntry& entry : ini.entries) {
    check(entry.line > last && entry.line <= lines, "an entry names its line");
    check(!entry.name.empty(), "an entry has a name");
    check(is_one_line(entry.name + ini.sections[entry.section] + entry.value), "an entry is one line");
    last = entry.line;
  }
  for (const Error& error : ini.errors) check(is_one_line(error.to_string()), "an error is one line");
  for (const Error& warning : ini.warnings) check(is_one_line(warning.to_string()), "a warning is one line");
}

/// What quote_ini() promises to keep.
std::string without_line_ends(std::string text) {
  std::ranges::replace(text, '\r', ' ');
  return text;
}

void check_rendering(const IniFile& ini) {
  std::string text = "; A byte-order mark that follows is none.\n";
  for (const IniEntry& entry : ini.entries) {
    text += '[' + config::quote_ini(ini.sections[entry.section]) + "]\n";
    text += config::quote_ini(entry.name) + " = " + config::quote_ini(entry.value) + '\n';
  }
  if (text.size() > config::kLongestIniLine) return;  // quoting makes lines longer than they may be
  const IniFile again = config::parse_ini(text, "again.ini");
  check(again.errors.empty() && again.warnings.empty(), "what was rendered is well formed");
  check(again.entries.size() == ini.entries.size(), "rendering keeps every entry");
  for (std::size_t i = 0; i < ini.entries.size(); ++i) {
    check(again.sections[again.entries[i].section] == without_line_ends(ini.sections[ini.entries[i].section]),
          "rendering keeps sections");
    check(again.entries[i].name == without_line_ends(ini.entries[i].name), "rendering keeps names");
    check(again.entries[i].value == without_line_ends(ini.entries[i].value), "rendering keeps values");
  }
}

void check_option(config::Options& options, const config::OptionSpec& spec) {
  if (options.is_default(spec.id)) return;
  const std::string text = options.text(spec.id);
  if (spec.type == OptionType::check) check(text == "true" || text == "false", "a check is true or false");
  if (spec.type == OptionType::spin) {
    const std::int64_t value = options.spin(spec.id);
    check(value >= spec.min && value <= spec.max && text == std::to_string(value), "a spin is in range");
  }
  check(options.set(spec.id, text) && options.text(spec.id) == text, "a value in force can be set");
}

void check_configuration(Configuration& configuration) {
  check_messages(configuration.warnings);
  check_messages(configuration.errors);
  for (const config::OptionSpec& spec : config::option_specs()) check_option(configuration.options, spec);
  for (const config::EngineSetting& setting : configuration.engine) {
    check(configuration.engine.find(setting.name) == &setting, "a name has one setting");
  }
}

void check_engine_path(const config::Options& options, std::string_view engine_name) {
  const std::string path = config::engine_ini_path(options, engine_name);
  const std::string& folder = options.text(config::OptionId::settings_dir);
  if (folder.starts_with('~')) return;
  check(path.starts_with(folder + '/'), "the engine's file is in SettingsDir");
  check(path.find_first_of("/\n", folder.size() + 1) == std::string::npos, "the engine's file has one name");
}

void check_loading(std::string_view text) {
  const auto reader = [text](const std::string&, std::string& out) {
    out = text;
    return std::error_code();
  };
  config::CommandLine command_line;
  command_line.config_file = "polyglot_1st.ini";
  Configuration configuration = config::examine(command_line, reader);
  check(configuration.wants_engine_ini, "XBoard's files ask for the engine's own");
  check_configuration(configuration);

  const std::string_view engine_name = text.substr(0, 20);
  check_engine_path(configuration.options, engine_name);
  check_messages(config::load_engine_ini(configuration, command_line, engine_name, reader));
  check_configuration(configuration);
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot;
  const std::string_view text = fuzz::as_text(data, size);
  const config::IniFile ini = config::parse_ini(text, "fuzz.ini");
  fuzz::check_lines(ini, text);
  fuzz::check_rendering(ini);
  fuzz::check_loading(text);
  return 0;
}
