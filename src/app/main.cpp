// SPDX-License-Identifier: MIT
#include <cstdio>
#include <exception>
#include <iostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <polyglot/config/command_line.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/config/render.hpp>
#include <polyglot/config/save.hpp>
#include <polyglot/process/stdio.hpp>
#include <polyglot/proxy/proxy.hpp>
#include <polyglot/tools/tools.hpp>

namespace {

using namespace polyglot;
using Action = config::CommandLine::Action;

constexpr int kWrongUsage = 2;

/// Returns the exit code: what could not be printed has failed.
int print(const std::string& text) {
  if (std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) return 0;
  process::write_error_line("polyglot: standard output cannot be written");
  return 1;
}

/// Tells the GUI as well: it is the one who started us.
int refuse(const std::string& message) {
  proxy::report_failure(message);
  return kWrongUsage;
}

int run_proxy(const config::CommandLine& command_line, std::span<const std::string> arguments) {
  auto loaded = config::load(command_line);
  if (!loaded) return refuse(loaded.error().to_string() + tools::suggestion(arguments));
  config::Configuration configuration = std::move(*loaded);

  proxy::Setup setup;
  setup.options = configuration.options;
  setup.engine_settings = configuration.engine.all();
  setup.books = configuration.books.usable();
  setup.ini_path = configuration.ini_path;
  setup.ini_folder = configuration.ini_folder;
  setup.warnings = configuration.warnings;
  setup.settings_path = [&configuration](const config::Options& options, std::string_view engine_name) {
    config::Configuration current = configuration;
    current.options = options;
    return config::settings_path(current, engine_name);
  };
  setup.write_settings = [path = setup.settings_path](const session::Save& settings,
                                                      std::string_view engine_name) {
    return config::save_settings(path(settings.options, engine_name), settings.options, settings.engine);
  };
  if (configuration.wants_engine_ini) {
    setup.load_profile = [&configuration, &command_line](std::string_view engine_name) {
      auto warnings = config::load_engine_ini(configuration, command_line, engine_name);
      return session::EngineProfile{.options = configuration.options,
                                    .engine_settings = configuration.engine.all(),
                                    .warnings = std::move(warnings),
                                    .books = configuration.books.usable()};
    };
  }
  return proxy::run(std::move(setup));
}

int run(std::span<const std::string> arguments) {
  if (const auto exit_code = tools::run(arguments)) return *exit_code;
  const auto command_line = config::parse_command_line(arguments);
  if (!command_line) return refuse(command_line.error().to_string() + tools::suggestion(arguments));
  switch (command_line->action) {
    case Action::run:
      return run_proxy(*command_line, arguments);
    case Action::help:
      return print(fmt::format("{}\nTools for books, each with its own help (polyglot NAME -h):\n{}",
                               config::help_text(), tools::overview()));
    case Action::version:
      return print("Polyglot " POLYGLOT_VERSION "\n");
    case Action::check_config:
      return proxy::check_config(config::examine(*command_line), *command_line, std::cout);
    case Action::print_options:
      return print(config::render(command_line->document));
  }
  return kWrongUsage;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    process::occupy_standard_descriptors();
    return run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& unforeseen) {
    process::write_error_line(std::string("polyglot: ") + unforeseen.what());
    return 1;
  }
}
