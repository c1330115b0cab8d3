#include <algorithm>
#include <array>
#include <utility>

#include <boost/program_options.hpp>

#include <polyglot/config/command_line.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/config/ini_file.hpp>
#include <polyglot/config/options.hpp>

#include "config/switches.hpp"
#include "config/text.hpp"

namespace polyglot::config {

namespace {

namespace po = boost::program_options;

constexpr std::array<std::string_view, 4> kHelpOptions = {"-h", "-help", "--h", "--help"};

bool is_option(std::string_view argument) {
  return argument.starts_with('-');
}

bool is_help_option(std::string_view argument) {
  return std::any_of(kHelpOptions.begin(), kHelpOptions.end(),
                     [argument](std::string_view form) { return equal_ignoring_case(argument, form); });
}

/// Words that would be the name of a configuration file anywhere else.
bool is_help_word(std::string_view first_argument) {
  return equal_ignoring_case(first_argument, "help") || first_argument == "/?";
}

const Switch& find_switch(std::string_view name) {
  return *std::find_if(kSwitches.begin(), kSwitches.end(),
                       [name](const Switch& entry) { return entry.name == name; });
}

std::string documented_form(const Switch& entry) {
  return std::string(entry.dashes) + std::string(entry.name);
}

po::options_description describe_switches() {
  po::options_description description;
  for (const Switch& entry : kSwitches) {
    const std::string name(entry.name);
    if (entry.argument.empty()) {
      description.add_options()(name.c_str(), "");
    } else {
      description.add_options()(name.c_str(), po::value<std::string>(), "");
    }
  }
  return description;
}

std::vector<po::option> split(std::span<const std::string> arguments) {
  namespace style = po::command_line_style;
  const po::options_description description = describe_switches();
  return po::command_line_parser(std::vector<std::string>(arguments.begin(), arguments.end()))
      .options(description)
      .style(style::allow_long | style::allow_long_disguise | style::long_allow_next |
             style::long_allow_adjacent)
      .allow_unregistered()
      .run()
      .options;
}

Error incorrect_use(std::string_view argument) {
  std::array<std::string_view, kSwitches.size()> names;
  std::transform(kSwitches.begin(), kSwitches.end(), names.begin(),
                 [](const Switch& entry) { return entry.name; });
  std::string_view name = argument;
  while (is_option(name)) name.remove_prefix(1);

  Error error{"Incorrect use of option: " + in_quotes(argument)};
  const std::optional<std::string_view> nearest =
      is_option(argument) ? nearest_name(name, names) : std::nullopt;
  if (nearest) error.what += did_you_mean(documented_form(find_switch(*nearest)));
  return error;
}

/// Turns the split arguments into a CommandLine, one at a time.
class Interpreter {
 public:
  Result<void> take(const po::option& option) {
    if (option.string_key.empty() || option.unregistered) return take_plain(option.original_tokens.front());
    return take_switch(find_switch(option.string_key),
                       option.value.empty() ? std::string() : option.value.front());
  }

  CommandLine finish() {
    if (line_.no_ini) line_.config_file.reset();
    return std::move(line_);
  }

 private:
  Result<void> take_plain(const std::string& argument) {
    if (is_help_option(argument)) {
      line_.action = CommandLine::Action::help;
    } else if (is_option(argument) || (line_.config_file && !argument.empty())) {
      return incorrect_use(argument);
    } else if (!line_.config_file) {
      line_.config_file = argument;
    }
    return {};
  }

  Result<void> take_switch(const Switch& entry, const std::string& value) {
    if (!entry.option.empty()) return assign(entry, value);
    if (entry.name == "pg") return assign_entry(Assignment::Target::polyglot, value);
    if (entry.name == "uci") return assign_entry(Assignment::Target::engine, value);
    if (entry.name == "print-options") return print_options(value);
    if (entry.name == "noini") line_.no_ini = true;
    if (entry.name == "check-config") line_.action = CommandLine::Action::check_config;
    if (entry.name == "version") line_.action = CommandLine::Action::version;
    if (entry.name == "help") line_.action = CommandLine::Action::help;
    return {};
  }

  Result<void> assign(const Switch& entry, const std::string& value) {
    const OptionSpec* const option = find_option(entry.option);
    if (option->type == OptionType::check && !parse_check(value)) {
      return Error{documented_form(entry) + ": " + in_quotes(value) + " is neither true nor false"};
    }
    line_.assignments.push_back({Assignment::Target::polyglot, std::string(entry.option), value});
    return {};
  }

  /// Without `name=value` there is nothing to set; old scripts may rely on that being harmless.
  Result<void> assign_entry(Assignment::Target target, const std::string& text) {
    Result<IniEntry> entry = parse_ini_entry(text);
    if (entry) {
      line_.assignments.push_back({target, std::move(entry->name), std::move(entry->value)});
    } else {
      line_.warnings.push_back("command line: " + entry.error().what);
    }
    return {};
  }

  Result<void> print_options(const std::string& value) {
    const std::optional<DocumentFormat> format = find_document_format(value);
    if (!format) return Error{"--print-options: " + in_quotes(value) + " is none of ini, markdown, man"};
    line_.action = CommandLine::Action::print_options;
    line_.document = *format;
    return {};
  }

  CommandLine line_;
};

/// Program_options writes its messages for "--name"; ours name the option as documented.
Error usage_error(const po::error_with_option_name& error) {
  const std::string name = error.get_option_name();
  const auto* const found = std::find_if(kSwitches.begin(), kSwitches.end(), [&name](const Switch& entry) {
    return name == "--" + std::string(entry.name) || name == "-" + std::string(entry.name);
  });
  if (found == kSwitches.end()) return Error{error.what()};
  return Error{documented_form(*found) + (found->argument.empty()
                                              ? " takes no value"
                                              : " needs a value: " + std::string(found->argument))};
}

}  // namespace

Result<CommandLine> parse_command_line(std::span<const std::string> arguments) {
  Interpreter interpreter;
  if (!arguments.empty() && is_help_word(arguments.front())) {
    CommandLine help;
    help.action = CommandLine::Action::help;
    return help;
  }
  try {
    for (const po::option& option : split(arguments)) {
      if (const Result<void> taken = interpreter.take(option); !taken) return taken.error();
    }
  } catch (const po::error_with_option_name& error) {
    return usage_error(error);
  } catch (const po::error& error) {
    return Error{error.what()};
  }
  return interpreter.finish();
}

}  // namespace polyglot::config
