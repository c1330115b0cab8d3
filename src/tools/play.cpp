// SPDX-License-Identifier: MIT
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <polyglot/ascii.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/os/entropy.hpp>
#include <polyglot/os/environment.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/standard_streams.hpp>
#include <polyglot/proxy/proxy.hpp>

#include "tools/file_kind.hpp"
#include "tools/option_values.hpp"
#include "tools/play_game.hpp"
#include "tools/play_opponent.hpp"
#include "tools/position_arguments.hpp"
#include "tools/tool.hpp"
#include "tools/variant_options.hpp"

namespace polyglot::tools {
namespace play_tool {
namespace {

using chess::Color;

enum class Figures : std::uint8_t { automatic, unicode, ascii };

/// The kind of game to play.
struct GameKind {
  game::Rules rules;
  bool chess960 = false;
};

/// Whether the terminal can show chess figures, according to the environment variables for its character set.
bool shows_unicode() {
  const auto environment = os::own_environment();
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string locale = lower_case(environment(name).value_or(""));
    if (!locale.empty()) return locale.find("utf-8") != locale.npos || locale.find("utf8") != locale.npos;
  }
  return false;
}

Result<config::Configuration> load_configuration(const config::CommandLine& command_line) {
  std::error_code none;
  if (!command_line.no_ini && !command_line.config_file && !std::filesystem::exists("polyglot.ini", none))
    return Error{"there is no polyglot.ini here; name a configuration, or write one with polyglot init"};
  auto configuration = config::load(command_line);
  if (!configuration)
    return Error{said_of_configuration(configuration.error(), command_line.config_file.value_or(""))};
  return configuration;
}

/// The kind of game by --variant, or else by the configuration of the engine.
Result<GameKind> kind_of_game(const Command& command, const VariantOptions& variant,
                              const config::Configuration& configuration) {
  if (command.has("variant")) {
    const auto rules = variant.rules();
    if (!rules) return rules.error();
    return GameKind{.rules = *rules, .chess960 = rules->is_chess() && variant.are_shuffled(*rules, {})};
  }
  const auto* const chess960 = configuration.engine.find("UCI_Chess960");
  GameKind kind{.rules = {}, .chess960 = chess960 != nullptr && equal_ignoring_case(chess960->value, "true")};
  const auto* const name = configuration.engine.find("UCI_Variant");
  if (name == nullptr) return kind;
  const auto known = proxy::known_variants(configuration.options, configuration.ini_folder);
  if (!known) return known.error();
  auto rules = game::Rules::find(name->value, known->get());
  if (!rules) return Error{rules.error().to_string(), name->where};
  kind.rules = std::move(*rules);
  return kind;
}

/// A random number below `end`.
std::size_t random_below(std::size_t end) {
  std::array<std::byte, 2> bytes{};
  (void)os::fill_with_entropy(bytes);
  return (std::to_integer<std::size_t>(bytes[0]) * 256 + std::to_integer<std::size_t>(bytes[1])) % end;
}

/// Returns the game up to the position on the command line. By default it is at its start, which is random in
/// Chess960.
Result<game::Game> game_of(const Command& command, const LineOptions& line, const GameKind& kind) {
  constexpr std::size_t kStarts = 960;
  const bool is_random = kind.chess960 && !LineOptions::is_given(command);
  const auto start = is_random ? read_position(kind.rules, std::to_string(random_below(kStarts)))
                               : line.start(command, kind.rules);
  if (!start) return start.error();
  game::Game game(kind.rules, *start);
  if (auto played = play(game, line.moves()); !played) return played.error();
  return game;
}

Result<void> write_pgn(const std::string& pgn, const std::string& file) {
  return file.empty() || file == "-" ? os::write_output(pgn) : os::append_to_file(file, pgn);
}

Result<int> run(Command& command) {
  config::CommandLine command_line;
  VariantOptions variant;
  double seconds = 1;
  LineOptions line;
  std::string pgn;
  std::string side = "white";
  auto figures = Figures::automatic;
  command.add({
      {"movetime,st", "S", "the engine's time for a move, in seconds",
       number(seconds, {.least = 0.01, .most = 86400}, "a time from 0.01 to 86400 seconds")},
      {"side", "SIDE", "your side: white, black or random",
       choice(side, {{"white", std::string("white")},
                     {"black", std::string("black")},
                     {"random", std::string("random")}})},
      {"pgn", "FILE", "append the game to this file (default: write it to standard output)",
       output_file(pgn)},
      {"figures", "KIND",
       "how pieces are shown: auto (unicode if the terminal has the characters), unicode or ascii",
       choice(figures,
              {{"auto", Figures::automatic}, {"unicode", Figures::unicode}, {"ascii", Figures::ascii}})},
  });
  variant.add_without_keys_to(command);
  config::add_configuration(command.syntax(), command_line);
  command.add(line.switches());
  if (const auto exit_code = command.parse()) return *exit_code;
  auto configuration = load_configuration(command_line);
  if (!configuration) return configuration.error();
  for (const std::string& warning : configuration->warnings) command.tell(warning);
  const auto kind = kind_of_game(command, variant, *configuration);
  if (!kind) return kind.error();
  auto begun = game_of(command, line, *kind);
  if (!begun) return command.wrong_usage(begun.error());

  Opponent opponent(*configuration, command_line,
                    std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000)));
  if (auto started = opponent.start(); !started) return started.error();
  const bool chess960 = kind->chess960 || begun->start()->needs_chess960();
  if (auto ready = opponent.begin(kind->rules, chess960); !ready) return ready.error();
  for (const std::string& warning : opponent.take_warnings()) command.tell(warning);

  const bool is_terminal = os::is_terminal(os::StandardStream::output);
  const bool is_black = side == "black" || (side == "random" && random_below(2) == 1);
  TerminalGame::Settings settings{
      .person = is_black ? Color::black : Color::white,
      .style = {.has_figures = figures == Figures::unicode ||
                               (figures == Figures::automatic && is_terminal && shows_unicode()),
                .from_black = is_black,
                .highlight =
                    [&command](std::string_view square) { return command.painted(Paint::good, square); }},
      .prompts = is_terminal && os::is_terminal(os::StandardStream::input)};
  TerminalGame game(opponent, *configuration, std::move(*begun), std::move(settings));
  const auto played = game.play();
  for (const std::string& warning : opponent.take_warnings()) command.tell(warning);
  // Write the game even if the engine has failed.
  const auto written = write_pgn(game.pgn(), pgn);
  opponent.finish(game.game(), game.result());
  for (const std::string& warning : opponent.take_warnings()) command.tell(warning);
  if (!played) return played.error();
  return success_if(written);
}

}  // namespace
}  // namespace play_tool

const Tool kPlay{
    .name = "play",
    .summary = "Plays a game against a configuration in the terminal.",
    .examples =
        "polyglot play\n"
        "polyglot play my.ini --side black --movetime 3\n"
        "polyglot play --noini --ec stockfish --pg Book=true --pgn games.pgn\n",
    .run = play_tool::run,
};

}  // namespace polyglot::tools
