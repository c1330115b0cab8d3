#include <cstdio>
#include <exception>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <polyglot/config/did_you_mean.hpp>

#include "tools/command_line.hpp"

namespace polyglot::tools {

namespace {

namespace po = boost::program_options;

constexpr const char* kHelp = "help";

Syntax syntax_of(const Tool& tool) {
  Syntax syntax;
  tool.declare(syntax);
  syntax.options.add_options()("help,h", "print this help and exit");
  return syntax;
}

Arguments parse(const Syntax& syntax, std::span<const std::string> arguments) {
  namespace style = po::command_line_style;
  const po::parsed_options parsed =
      po::command_line_parser(std::vector<std::string>(arguments.begin(), arguments.end()))
          .options(syntax.options)
          .positional(syntax.positional)
          .style((style::unix_style | style::allow_long_disguise) & ~style::allow_guessing)
          .run();
  Arguments values;
  po::store(parsed, values);
  // Help is due even where what is required is missing.
  if (values.count(kHelp) == 0) po::notify(values);
  return values;
}

void print_help(const Tool& tool, const Syntax& syntax) {
  std::ostringstream options;
  options << syntax.options;
  fmt::print("Usage: polyglot {} {}\n\n{}\n\nOptions, with one dash or two:\n{}", tool.name, tool.usage,
             tool.summary, options.str());
}

/// The option that an unknown one was meant to be.
std::string suggestion(const Syntax& syntax, std::string_view unknown) {
  while (unknown.starts_with('-')) unknown.remove_prefix(1);
  std::vector<std::string_view> names;
  for (const auto& option : syntax.options.options()) names.push_back(option->long_name());
  const std::optional<std::string_view> nearest = config::nearest_name(unknown, names);
  return nearest ? config::did_you_mean("-" + std::string(*nearest)) : "";
}

/// Options that take several words take those that were meant for others.
std::string advice_on_missing(const Syntax& syntax, std::string_view option) {
  while (option.starts_with('-')) option.remove_prefix(1);
  const bool positional =
      syntax.positional.max_total_count() > 0 && syntax.positional.name_for_position(0) == option;
  return positional ? "; it goes first, before options of several words" : "";
}

std::string advice_on_superfluous(const Syntax& syntax) {
  return syntax.options.find_nothrow("fen", false) != nullptr ? "; a FEN must stand between quotes" : "";
}

int fail(const Tool& tool, std::string_view message) {
  fmt::print(stderr, "polyglot {}: {}\n", tool.name, message);
  return kFailure;
}

}  // namespace

ExitCode wrong_usage(const Tool& tool, std::string_view message) {
  fmt::print(stderr, "polyglot {0}: {1}; see polyglot {0} -h\n", tool.name, message);
  return kWrongUsage;
}

int run(const Tool& tool, std::span<const std::string> arguments) {
  const Syntax syntax = syntax_of(tool);
  Arguments values;
  try {
    values = parse(syntax, arguments);
  } catch (const po::unknown_option& error) {
    return wrong_usage(tool, error.what() + suggestion(syntax, error.get_option_name()));
  } catch (const po::required_option& error) {
    return wrong_usage(tool, error.what() + advice_on_missing(syntax, error.get_option_name()));
  } catch (const po::too_many_positional_options_error& error) {
    return wrong_usage(tool, error.what() + advice_on_superfluous(syntax));
  } catch (const po::error& error) {
    return wrong_usage(tool, error.what());
  }
  if (values.count(kHelp) != 0) {
    print_help(tool, syntax);
    return kSuccess;
  }
  try {
    const Result<int> done = tool.run(values);
    return done ? *done : fail(tool, done.error().to_string());
  } catch (const std::exception& unforeseen) {
    return fail(tool, unforeseen.what());
  }
}

}  // namespace polyglot::tools
