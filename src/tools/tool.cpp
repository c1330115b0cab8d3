#include <algorithm>
#include <cstdio>
#include <exception>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <typeinfo>
#include <vector>

#include <fmt/format.h>

#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/os/standard_streams.hpp>

#include "tools/tool.hpp"

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

/// A mistyped "-only-whit" is no option -o with the value "nly-whit".
void refuse_sticky_values(const po::parsed_options& parsed) {
  for (const po::option& option : parsed.options) {
    if (option.original_tokens.empty()) continue;
    const std::string_view token = option.original_tokens.front();
    const bool is_short = token.size() > 2 && token[0] == '-' && token[1] != '-' &&
                          token.substr(1, token.find('=') - 1) != option.string_key;
    if (is_short && !option.string_key.empty()) throw po::unknown_option(std::string(token));
  }
}

/// Of an option that takes one value the last one counts, as in Polyglot 2.0.4: wrappers append theirs.
void keep_last_values(const Syntax& syntax, po::parsed_options& parsed) {
  std::set<std::string> seen;
  const auto is_repeated = [&](const po::option& option) {
    const auto* const known = syntax.options.find_nothrow(option.string_key, false);
    const auto* const value =
        known == nullptr ? nullptr : dynamic_cast<const po::typed_value_base*>(known->semantic().get());
    const bool takes_many =
        known == nullptr || (value != nullptr && value->value_type() == typeid(std::vector<std::string>));
    return !takes_many && !seen.insert(option.string_key).second;
  };
  auto& options = parsed.options;
  const auto kept = std::remove_if(options.rbegin(), options.rend(), is_repeated);
  options.erase(options.begin(), kept.base());
}

Arguments parse(const Syntax& syntax, std::span<const std::string> arguments) {
  namespace style = po::command_line_style;
  po::parsed_options parsed =
      po::command_line_parser(std::vector<std::string>(arguments.begin(), arguments.end()))
          .options(syntax.options)
          .positional(syntax.positional)
          .style((style::unix_style | style::allow_long_disguise) & ~style::allow_guessing)
          .run();
  refuse_sticky_values(parsed);
  keep_last_values(syntax, parsed);
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
  tell(tool.name, message);
  return tool.failure;
}

/// A result that could not be printed is none.
int finish(const Tool& tool, int exit_code) {
  const auto flushed = os::write_output("");
  return flushed ? exit_code : fail(tool, flushed.error().to_string());
}

}  // namespace

void tell(std::string_view tool, std::string_view message) {
  // Not fmt::print, which throws.
  std::fputs(fmt::format("polyglot {}: {}\n", tool, message).c_str(), stderr);
}

ExitCode wrong_usage(const Tool& tool, std::string_view message) {
  tell(tool.name, fmt::format("{}; see polyglot {} -h", message, tool.name));
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
  try {
    if (values.count(kHelp) != 0) {
      print_help(tool, syntax);
      return finish(tool, kSuccess);
    }
    const Result<int> done = tool.run(values);
    return done ? finish(tool, *done) : fail(tool, done.error().to_string());
  } catch (const std::exception& unforeseen) {
    return fail(tool, unforeseen.what());
  }
}

}  // namespace polyglot::tools
