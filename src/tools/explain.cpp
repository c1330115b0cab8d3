// SPDX-License-Identifier: MIT
#include <boost/json/object.hpp>

#include <polyglot/ascii.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/os/streams.hpp>
#include <polyglot/proxy/open_book.hpp>
#include <polyglot/time_class.hpp>

#include "tools/game_options.hpp"
#include "tools/option_values.hpp"
#include "tools/position_arguments.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace explain_tool {
namespace {

using book::Decision;
using proxy::Explanation;
using Format = std::string (*)(const Explanation& explanation, game::CastlingNotation castling);

std::string as_json(const Explanation& explanation, game::CastlingNotation castling) {
  boost::json::object object{{"fen", explanation.decision.position.to_fen()}};
  book::add_json(explanation.decision, castling, object);
  return json_text(object) + '\n';
}

std::string candidate_row(const Decision& decision, std::size_t place, game::CastlingNotation castling) {
  const book::Candidate& candidate = decision.candidates[place];
  const book::LearnedResult learned = candidate.learned.value_or(book::LearnedResult{});
  const std::string fate = candidate.is_kept() ? fmt::format("{:.2f} %", 100 * candidate.probability)
                                               : fmt::format("dropped: {}", candidate.rule);
  return fmt::format("  {:<8} {:<8} {:>10} {:>6} {:>6} {:>8.2f} %  {}\n",
                     game::to_uci(decision.position, candidate.entry.move, castling),
                     game::to_san(decision.position, candidate.entry.move), candidate.entry.weight,
                     learned.games, learned.points, candidate.share / 100.0, fate);
}

std::string as_text(const Explanation& explanation, game::CastlingNotation castling) {
  const Decision& decision = explanation.decision;
  std::string text = fmt::format("{}\n", decision.position.to_fen());
  for (std::size_t place = 0; place < decision.books.size(); ++place) {
    const Decision::Book& book = decision.books[place];
    const book::BookUse& use = *book.use;
    text += use.name == use.file ? fmt::format("\n{}: ", use.name)
                                 : fmt::format("\n{} ({}): ", use.name, use.file);
    text += (book.passed_over.empty() ? "answers" : book.passed_over) + "\n";
    bool is_first = true;
    for (std::size_t i = 0; i < decision.candidates.size(); ++i) {
      if (decision.origins[i] != place) continue;
      if (std::exchange(is_first, false))
        text += fmt::format("  {:<8} {:<8} {:>10} {:>6} {:>6} {:>10}  {}\n", "move", "", "weight", "n", "sum",
                            "share", "probability");
      text += candidate_row(decision, i, castling);
    }
  }
  const std::string answering = decision.answering();
  if (decision.books.empty()) return text + "\nNo book is asked: Book = false.\n";
  return text + (answering.empty() ? "\nNo book answers: the engine searches.\n"
                                   : fmt::format("\n{} answers.\n", answering));
}

/// Returns the time class of a side by `WTIME,BTIME,WINC,BINC` in milliseconds.
TimeClass read_clock(std::string_view text, chess::Color side) {
  std::array<std::chrono::milliseconds, 4> times{};
  std::string_view rest = text;
  for (std::chrono::milliseconds& time : times) {
    const std::string_view word = rest.substr(0, rest.find(','));
    const auto number = parse_number<std::int64_t>(word);
    if (!number || *number < 0)
      throw Failure(fmt::format("--clock: \"{}\" is not WTIME,BTIME,WINC,BINC in milliseconds", text));
    time = std::chrono::milliseconds(*number);
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
  }
  if (!rest.empty()) throw Failure(fmt::format("--clock: \"{}\" is more than four numbers", text));
  return side == chess::Color::white ? time_class(times[0], times[2]) : time_class(times[1], times[3]);
}

/// The configuration of a session. The engine's own file is included only if EngineName names the engine.
config::Configuration read_configuration(const config::CommandLine& command_line) {
  auto configuration = load_configuration(command_line);
  if (configuration.wants_engine_ini && !configuration.options.text(config::OptionId::engine_name).empty())
    (void)config::load_engine_ini(configuration, command_line, "");
  return configuration;
}

int run(Command& command) {
  LineOptions line;
  std::string clock_text;
  std::string opponent;
  Format format = &as_text;
  VariantOptions variant;
  config::CommandLine command_line;
  command.add({{"clock", "WTIME,BTIME,WINC,BINC", "both initial clocks and the increments, in milliseconds",
                text(clock_text)},
               {"opponent", "NAME", "the name of the opponent", text(opponent)},
               {"format", "FORMAT", "output format: text or json",
                choice(format, {{"text", &as_text}, {"json", &as_json}})}});
  variant.add_without_keys_to(command);
  config::add_configuration(command.syntax(), command_line);
  command.add(line.switches());
  if (const auto exit_code = command.parse()) return *exit_code;
  const auto rules = usage([&] { return variant.rules(); });
  const auto start = usage([&] { return line.start(command, rules); });
  game::Game game(rules, start);
  usage([&] { play(game, line.moves()); });
  book::Question about;
  about.opponent = opponent;
  if (command.has("clock")) about.time_class = usage([&] { return read_clock(clock_text, game.turn()); });
  const auto configuration = read_configuration(command_line);
  for (const std::string& warning : configuration.warnings) command.tell(warning);
  const auto explanation = proxy::explain(configuration, game, about).value();
  for (const std::string& trouble : explanation.troubles) command.tell(trouble);
  const auto castling = game::castling_notation(*game.position());
  const std::string told = format(explanation, castling);
  os::write_output(format == &as_text ? visible_lines(told) : told).value();
  return kSuccess;
}

}  // namespace
}  // namespace explain_tool

const Tool kExplain{
    .name = "explain",
    .summary = "Explains which moves a configuration would play, and why.",
    .examples =
        "polyglot explain polyglot.ini\n"
        "polyglot explain polyglot.ini e4 c5 --clock 60000,60000,0,0\n"
        "polyglot explain polyglot.ini --format json\n",
    .run = explain_tool::run,
    .behind_configuration = true,
};

}  // namespace polyglot::tools
