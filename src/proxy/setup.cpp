// SPDX-License-Identifier: MIT
#include <polyglot/book/book_format.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/config/expansion.hpp>
#include <polyglot/os/streams.hpp>
#include <polyglot/proxy/proxy.hpp>

namespace polyglot::proxy {
namespace {

/// The maximum size. A larger file is not a file of variants.
constexpr std::size_t kLargestVariantsFile = std::size_t{1} << 20;

}  // namespace

using config::OptionId;

ProxySetup make_setup(config::Configuration& configuration, const config::CommandLine& command_line) {
  ProxySetup setup{.session = {.options = configuration.options,
                               .engine_settings = {configuration.engine.begin(), configuration.engine.end()},
                               .random = {},
                               .books = configuration.books.usable(),
                               .has_profile = configuration.wants_engine_ini,
                               .settings_path = {}},
                   .ini_folder = configuration.ini_folder,
                   .warnings = configuration.warnings,
                   .load_profile = {},
                   .write_settings = {}};
  setup.session.settings_path = [&configuration](const config::Options& options,
                                                 std::string_view engine_name) {
    config::Configuration current = configuration;
    current.options = options;
    return config::settings_path(current, engine_name);
  };
  setup.write_settings = [path = setup.session.settings_path](const session::Save& settings,
                                                              std::string_view engine_name) {
    const std::string file = path(settings.options, engine_name);
    auto checked = book::check_output(file, book::FileKind::configuration);
    return checked ? config::save_settings(file, settings.options, settings.engine) : checked;
  };
  if (!configuration.wants_engine_ini) return setup;
  setup.load_profile = [&configuration, &command_line](std::string_view engine_name) {
    auto warnings = config::load_engine_ini(configuration, command_line, engine_name);
    return session::EngineProfile{
        .options = configuration.options,
        .engine_settings = {configuration.engine.begin(), configuration.engine.end()},
        .warnings = std::move(warnings),
        .books = configuration.books.usable()};
  };
  return setup;
}

ProxySetup make_search_setup(config::Configuration& configuration, const config::CommandLine& command_line,
                             std::string_view restart) {
  ProxySetup setup = make_setup(configuration, command_line);
  const auto adjust = [restart](config::Options& options) {
    (void)options.set(OptionId::engine_restart, restart);
    if (options.spin(OptionId::engine_hang_timeout) == 0)
      (void)options.set(OptionId::engine_hang_timeout, "60000");
  };
  adjust(setup.session.options);
  if (!setup.load_profile) return setup;
  setup.load_profile = [adjust, load = setup.load_profile](std::string_view engine_name) {
    auto profile = load(engine_name);
    adjust(profile.options);
    profile.warnings.clear();
    return profile;
  };
  return setup;
}

// ---- Variants -------------------------------------------------------------------------------------------

Result<variants::Catalogue> read_variants(const std::string& path) {
  std::string text;
  if (const std::error_code error = os::read_file(path, text, kLargestVariantsFile))
    return Error{error.message(), path};
  variants::Catalogue variants = variants::Catalogue::builtin();
  if (auto added = variants.add(text, path); !added) return added.error();
  return variants;
}

Result<std::shared_ptr<const variants::Catalogue>> known_variants(const config::Options& options,
                                                                  const std::filesystem::path& ini_folder) {
  const std::string& file = options.text(config::OptionId::variants_file);
  if (file.empty()) return std::shared_ptr<const variants::Catalogue>();
  const auto path = config::find_file(file, ini_folder);
  if (!path) return path.error();
  auto variants = read_variants(path->string());
  if (!variants) return variants.error();
  return std::make_shared<const variants::Catalogue>(std::move(*variants));
}

}  // namespace polyglot::proxy
