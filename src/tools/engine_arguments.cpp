#include "tools/engine_arguments.hpp"
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <polyglot/config/configuration.hpp>
#include <polyglot/proxy/engine_launch.hpp>

#include "tools/tool.hpp"

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;

using config::OptionId;
using Words = std::vector<std::string>;

constexpr const char* kConfigFile = "config-file";
constexpr const char* kNoIni = "noini";
/// Options with a value, which mean here what they mean to the proxy.
constexpr std::array kSwitches{"ec", "ed", "en", "log", "lf", "wb", "pg", "uci"};
/// For an engine that has all the time it wants.
constexpr std::chrono::hours kForEver{24 * 365};

Result<config::CommandLine> read_command_line(const Arguments& arguments) {
  Words words;
  if (arguments.count(kConfigFile) != 0) words.push_back(arguments[kConfigFile].as<std::string>());
  if (arguments.count(kNoIni) != 0) words.push_back(std::string("-") + kNoIni);
  for (const char* const name : kSwitches) {
    if (arguments.count(name) == 0) continue;
    for (const std::string& value : arguments[name].as<Words>())
      words.insert(words.end(), {std::string("-") + name, value});
  }
  return config::parse_command_line(words);
}

Result<UciEngine::Setup> make_setup(const config::Configuration& configuration) {
  const config::Options& options = configuration.options;
  auto launch = proxy::make_engine_launch(options, configuration.ini_folder);
  if (!launch) return launch.error();
  UciEngine::Setup setup;
  setup.launch = std::move(*launch);
  const auto patience = options.spin(OptionId::engine_start_timeout);
  setup.patience = patience == 0 ? kForEver : UciEngine::Milliseconds(patience);
  setup.grace = UciEngine::Milliseconds(options.spin(OptionId::engine_quit_timeout));
  if (options.check(OptionId::log))
    if (auto opened = setup.log.open(options.text(OptionId::log_file)); !opened) return opened.error();
  return setup;
}

void configure(UciEngine& engine, const config::EngineSettings& settings,
               std::vector<std::string>& warnings) {
  for (const config::EngineSetting& setting : settings) {
    const auto* const option = engine.find_option(setting.name);
    if (option == nullptr)
      warnings.push_back(fmt::format("{}: the engine has no option \"{}\"", setting.where, setting.name));
    else if (option->type == "button" || setting.value != option->default_value)
      engine.set_option(*option, setting.value);
  }
}

}  // namespace

void declare_engine(Syntax& syntax) {
  const auto words = [](const char* name) { return po::value<Words>()->value_name(name)->composing(); };
  syntax.options.add_options()  //
      (kConfigFile, po::value<std::string>()->value_name("FILE"),
       "the configuration of the engine, which needs no option before it; default: polyglot.ini")  //
      (kNoIni, "read no configuration file")                                                       //
      ("ec", words("COMMAND"), "the engine: program and arguments")                                //
      ("ed", words("DIR"), "folder in which the engine is started")                                //
      ("en", words("NAME"), "name of the engine")                                                  //
      ("log", words("BOOL"), "write a log file or not: true or false")                             //
      ("lf", words("FILE"), "name of the log file")                                                //
      ("wb", words("BOOL"), "accepted, of no effect here")                                         //
      ("pg", words("NAME=VALUE"), "set an option of Polyglot; may be repeated")                    //
      ("uci", words("NAME=VALUE"), "set an option of the engine; may be repeated");
  syntax.positional.add(kConfigFile, 1);
}

Result<std::unique_ptr<UciEngine>> start_engine(const Arguments& arguments, std::string_view tool) {
  const auto command_line = read_command_line(arguments);
  if (!command_line) return command_line.error();
  auto configuration = config::load(*command_line);
  if (!configuration) return configuration.error();
  auto setup = make_setup(*configuration);
  if (!setup) return setup.error();
  auto engine = UciEngine::start(std::move(*setup));
  if (!engine) return engine;
  if (configuration->wants_engine_ini)
    (void)config::load_engine_ini(*configuration, *command_line, (*engine)->name());
  configure(**engine, configuration->engine, configuration->warnings);
  for (const std::string& warning : configuration->warnings) tell(tool, warning);
  return engine;
}

}  // namespace polyglot::tools
