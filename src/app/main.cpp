// SPDX-License-Identifier: MIT
#include <exception>

#include <polyglot/config/command_line.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/os/environment.hpp>
#include <polyglot/os/streams.hpp>
#include <polyglot/process/stdio.hpp>
#include <polyglot/proxy/proxy.hpp>
#include <polyglot/tools/tools.hpp>

namespace {

using namespace polyglot;
using Action = config::CommandLine::Action;

constexpr int kWrongUsage = 2;

/// Prints a text. Returns the exit code, which is 1 if the text cannot be printed.
int print(const std::string& text) {
  const auto printed = os::write_output(text);
  if (printed) return 0;
  os::end_without_reader();
  process::write_error_line("polyglot: " + printed.error().to_string());
  return 1;
}

/// Reports a problem on standard error and to the GUI, because a GUI may have started us.
int refuse(const std::string& message) {
  proxy::report_failure(message);
  return kWrongUsage;
}

constexpr std::string_view kTypedSession =
    R"(A chess GUI writes here. You can type for example, in UCI:
  uci
  position startpos moves e2e4
  go movetime 1000
  quit
`polyglot play` with the same arguments plays a game in the terminal.)";

int run_proxy(const config::CommandLine& command_line, std::span<const std::string> arguments) {
  auto loaded = config::load(command_line);
  if (!loaded) return refuse(tools::refusal(arguments, loaded.error().to_string()));
  if (os::is_terminal(os::StandardStream::input) && os::is_terminal(os::StandardStream::errors))
    process::write_error_line(kTypedSession);
  return proxy::run(proxy::make_setup(*loaded, command_line));
}

int check_config(const config::CommandLine& command_line) {
  config::Configuration configuration = config::examine(command_line);
  if (!configuration.errors.empty() && command_line.config_file) {
    std::string refusal = tools::refusal(std::array{*command_line.config_file}, configuration.errors.front());
    // The file may be of another kind. Then the other errors only repeat this about its lines.
    if (refusal != configuration.errors.front()) configuration.errors = {std::move(refusal)};
  }
  return proxy::check_config(std::move(configuration), command_line);
}

/// Whether a user has typed only the name of the program, probably to see what the program does.
bool is_curious(std::span<const std::string> arguments) {
  std::error_code missing;
  return arguments.empty() && os::is_terminal(os::StandardStream::input) &&
         !std::filesystem::exists("polyglot.ini", missing);
}

constexpr std::string_view kGreeting =
    "Polyglot " POLYGLOT_VERSION R"( plays a chess engine's openings from a book, and builds books.

A chess GUI starts it in place of the engine:
  polyglot --noini --ec stockfish --pg Book=true --pg BookFile=book.bin
or, with all of that in a file that polyglot init writes:  polyglot my.ini
To build a book and look at it:
  polyglot make-book games.pgn -o book.bin
  polyglot explore book.bin

`polyglot help` lists the tools, `polyglot help TOOL` shows the help of a tool.
)";

/// Whether the word behind "help" asks for the list of all tools.
bool asks_for_all(std::string_view word) {
  constexpr std::array<std::string_view, 4> kWords{"help", "all", "-a", "--all"};
  return std::ranges::find(kWords, word) != kWords.end();
}

int run(std::span<const std::string> arguments) {
  if (is_curious(arguments)) {
    (void)print(std::string(kGreeting));
    return kWrongUsage;
  }
  if (const auto exit_code = tools::run(arguments)) return *exit_code;
  const auto command_line = config::parse_command_line(arguments);
  if (!command_line)
    return refuse(tools::refusal(
        arguments, config::and_see(command_line.error().to_string(), "polyglot --help-options")));
  switch (command_line->action) {
    case Action::run:
      return run_proxy(*command_line, arguments);
    case Action::help:
      if (arguments.size() < 2 || arguments[0] != "help" || asks_for_all(arguments[1]))
        return print(tools::overview());
      if (arguments[1] == "check-config") return print(config::help_text());
      process::write_error_line(
          "polyglot: " +
          tools::refusal(arguments.subspan(1), "no help for " + config::in_quotes(arguments[1])));
      return kWrongUsage;
    case Action::help_options:
      return print(config::help_text());
    case Action::version:
      return print("Polyglot " POLYGLOT_VERSION "\n");
    case Action::check_config:
      return check_config(*command_line);
    case Action::print_options:
      return print(command_line->document());
  }
  return kWrongUsage;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    process::occupy_standard_descriptors();
    process::survive_failed_writes();
    return run(os::arguments_of_main(argc, argv));
  } catch (const std::exception& unforeseen) {
    process::write_error_line(std::string("polyglot: ") + unforeseen.what());
    return 1;
  }
}
