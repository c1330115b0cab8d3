// SPDX-License-Identifier: MIT
#include <utility>

#include <polyglot/book/selection.hpp>
#include <polyglot/config/save.hpp>
#include <polyglot/proxy/proxy.hpp>

namespace polyglot::proxy {

using config::OptionId;

session::Setup Setup::for_session(std::uint64_t seed) const {
  return {.options = options,
          .engine_settings = engine_settings,
          .random = book::make_random_source(seed),
          .seed = seed,
          .books = books,
          .has_profile = load_profile != nullptr,
          .settings_path = settings_path};
}

Setup make_setup(config::Configuration& configuration, const config::CommandLine& command_line) {
  Setup setup{.options = configuration.options,
              .engine_settings = configuration.engine.all(),
              .books = configuration.books.usable(),
              .ini_folder = configuration.ini_folder,
              .warnings = configuration.warnings,
              .load_profile = {},
              .settings_path = {},
              .write_settings = {}};
  setup.settings_path = [&configuration](const config::Options& options, std::string_view engine_name) {
    config::Configuration current = configuration;
    current.options = options;
    return config::settings_path(current, engine_name);
  };
  setup.write_settings = [path = setup.settings_path](const session::Save& settings,
                                                      std::string_view engine_name) {
    return config::save_settings(path(settings.options, engine_name), settings.options, settings.engine);
  };
  if (!configuration.wants_engine_ini) return setup;
  setup.load_profile = [&configuration, &command_line](std::string_view engine_name) {
    auto warnings = config::load_engine_ini(configuration, command_line, engine_name);
    return session::EngineProfile{.options = configuration.options,
                                  .engine_settings = configuration.engine.all(),
                                  .warnings = std::move(warnings),
                                  .books = configuration.books.usable()};
  };
  return setup;
}

Setup make_search_setup(config::Configuration& configuration, const config::CommandLine& command_line,
                        std::string_view restart) {
  Setup setup = make_setup(configuration, command_line);
  const auto adjust = [restart](config::Options& options) {
    (void)options.set(OptionId::engine_restart, restart);
  };
  adjust(setup.options);
  if (!setup.load_profile) return setup;
  setup.load_profile = [adjust, load = setup.load_profile](std::string_view engine_name) {
    auto profile = load(engine_name);
    adjust(profile.options);
    profile.warnings.clear();
    return profile;
  };
  return setup;
}

}  // namespace polyglot::proxy
