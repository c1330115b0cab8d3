// SPDX-License-Identifier: MIT
#include <ctime>

#include <fmt/chrono.h>

#include <polyglot/ascii.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/interruption.hpp>
#include <polyglot/os/streams.hpp>
#include <polyglot/protocol/uci.hpp>
#include <polyglot/proxy/headless_session.hpp>
#include <polyglot/proxy/open_book.hpp>
#include <polyglot/proxy/proxy.hpp>

#include "tools/option_values.hpp"
#include "tools/output.hpp"
#include "tools/pgn_text.hpp"
#include "tools/position_arguments.hpp"
#include "tools/text_input.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace play_tool {
namespace {

using chess::Color;
using game::Ending;

/// Draws a board from its FEN, one line per rank, with files below, ranks at the left, and pieces in hand
/// after it. Pieces are the letters of the FEN.
std::string draw_board(const std::string& fen, bool from_black) {
  std::vector<std::vector<std::string>> ranks(1);
  const std::size_t end = fen.find_first_of("[ ");
  for (std::size_t i = 0; i < end; ++i) {
    std::vector<std::string>& rank = ranks.back();
    if (fen[i] == '/') {
      ranks.emplace_back();
    } else if (is_digit(fen[i])) {
      const std::size_t digits = fen.find_first_not_of("0123456789", i) - i;
      rank.insert(rank.end(), parse_number<std::size_t>(fen.substr(i, digits)).value_or(0), ".");
      i += digits - 1;
    } else if (fen[i] == '~' || (i > 0 && fen[i - 1] == '+')) {
      rank.back() += fen[i];
    } else {
      rank.emplace_back(1, fen[i]);
    }
  }
  std::string files;
  for (std::size_t file = 0; file < ranks[0].size(); ++file) files += static_cast<char>('a' + file);
  if (from_black) {
    std::ranges::reverse(files);
    for (auto& rank : ranks) std::ranges::reverse(rank);
  }
  std::string text = "\n";
  for (std::size_t row = 0; row < ranks.size(); ++row) {
    const std::size_t place = from_black ? ranks.size() - 1 - row : row;
    text += fmt::format("{:>2} ", ranks.size() - place);
    for (const std::string& piece : ranks[place]) text += fmt::format("{:>2}", piece);
    text += '\n';
  }
  text += "   ";
  for (const char file : files) text += fmt::format(" {}", file);
  if (fen[end] == '[') text += "\n    in hand: " + fen.substr(end + 1, fen.find(']') - end - 1);
  return text + "\n\n";
}

/// A whole session with engine and books, used as a UCI GUI would use it.
class Opponent {
 public:
  Opponent(config::Configuration& configuration, const config::CommandLine& command_line,
           std::chrono::milliseconds move_time)
      : session_(proxy::make_setup(configuration, command_line), proxy::SessionBooks::played),
        move_time_(move_time) {}

  /// Starts the engine and announces a game. Error: why it cannot play.
  void begin(const game::Rules& rules, bool chess960) {
    chess960_ = chess960;
    session_.open_log().value();
    session_.start().value();
    session_.say(protocol::UciBack::kHandshake);
    session_.set_variant(rules).value();
    session_.say_new_game(chess960);
    const auto deadline = proxy::HeadlessSession::Clock::now() + session_.answer_timeout();
    const auto ready = session_.await_ready(deadline).value();
    if (!ready) throw Failure("the engine does not answer \"isready\"");
  }

  struct Answer {
    game::Move move;
    bool is_searched;  ///< false: it may be a book move
  };

  /// Returns the move for the last position of a game. Error: there is none, or `stop` was set.
  [[nodiscard]] Answer think(const game::Game& game, const std::atomic<bool>& stop) {
    protocol::Search order;
    order.game = &game;
    order.castling = game::castling_notation(game, chess960_);
    order.limits.move_time = move_time_.count();
    session_.say_search(order);
    const auto deadline = proxy::HeadlessSession::Clock::now() + move_time_ + session_.answer_timeout();
    for (bool is_searched = false;;) {
      constexpr std::chrono::milliseconds kPause{50};
      const auto line = session_.next_line(proxy::HeadlessSession::Clock::now() + kPause).value();
      if (stop) throw Failure("interrupted");
      if (!line && proxy::HeadlessSession::Clock::now() < deadline) continue;
      if (!line) throw Failure(name() + " makes no move in time");
      const auto message = protocol::UciBack::parse(*line);
      if (const auto* const best = std::get_if<protocol::BestMove>(&message)) {
        const auto move = game.read_uci(best->move);
        if (!move) throw Failure(fmt::format("{} plays \"{}\", which is not legal", name(), best->move));
        return Answer{*move, is_searched};
      }
      if (std::holds_alternative<protocol::SearchOutput>(message))
        is_searched |= protocol::parse_uci_info(*line).score.has_value();
    }
  }

  /// Reports the result, from which the session may learn, and ends the session.
  void finish(const game::Game& game, std::string_view result) {
    if (result != "*" && session_.options().check(config::OptionId::book_learn)) {
      // The session needs the position after the last move to count it.
      std::string text;
      protocol::UciBack::print_position(game, game::castling_notation(game, chess960_), text);
      protocol::UciBack::print_option("Polyglot Result", result, text);
      session_.say(text);
    }
    session_.quit();
  }

  void tell_warnings(const Command& command) {
    for (const std::string& warning : session_.take_warnings()) command.tell(warning);
  }
  [[nodiscard]] const std::string& name() const noexcept { return session_.engine_name(); }
  [[nodiscard]] bool plays_chess960() const noexcept { return chess960_; }

 private:
  proxy::HeadlessSession session_;
  std::chrono::milliseconds move_time_;
  bool chess960_ = false;
};

constexpr std::array<std::pair<Ending, std::string_view>, 7> kReasons{{
    {Ending::checkmate, "checkmate"},
    {Ending::stalemate, "stalemate"},
    {Ending::variant_end, "the rules of the variant"},
    {Ending::insufficient_material, "too little material to mate"},
    {Ending::quiet_moves, "fifty moves without a capture or a pawn move"},
    {Ending::repetition, "the position has occurred three times"},
    {Ending::perpetual_check, "perpetual check"},
}};

constexpr std::string_view kWords =
    "type a move as e4 or e2e4, or one of the words board, book, help, resign, quit\n";

/// A game in a terminal between a user and an Opponent.
struct TerminalGame {
  Opponent& opponent;
  const config::Configuration& configuration;
  game::Game game;
  Color person;
  const std::atomic<bool>& stop;                    ///< set when a signal ends the game
  std::optional<InputStream> input = std::nullopt;  ///< its first read waits for the user
  std::string result = "*";
  std::string why = "unterminated";  ///< why the game has ended

  /// Plays until the game or the input ends. Error: the opponent has failed, or writing has failed.
  void play() {
    show_board();
    for (bool goes_on = true; goes_on;) {
      const game::Outcome outcome = game.outcome();
      if (outcome.is_over()) {
        why = std::ranges::find(kReasons, outcome.ending, &decltype(kReasons)::value_type::first)->second;
        return end(outcome.winner);
      }
      if (game.turn() == person)
        goes_on = take_turn();
      else
        answer();
    }
  }

  [[nodiscard]] std::string pgn() const {
    const std::tm date = fmt::localtime(std::time(nullptr));
    std::string engine = visible_line(opponent.name());
    std::erase_if(engine, [](char c) { return c == '"' || c == '\\'; });
    std::string text = fmt::format(
        "[Event \"Game in a terminal\"]\n[Site \"?\"]\n[Date \"{:04}.{:02}.{:02}\"]\n[Round \"-\"]\n"
        "[White \"{}\"]\n[Black \"{}\"]\n[Result \"{}\"]\n",
        date.tm_year + 1900, date.tm_mon + 1, date.tm_mday, person == Color::white ? "Player" : engine,
        person == Color::white ? engine : "Player", result);
    text += start_tags(*game.rules(), *game.start(), opponent.plays_chess960());
    PgnText moves;
    moves.add_line(*game.start(), game.moves());
    moves.add(result);
    return fmt::format("{}[Termination \"{}\"]\n\n{}\n\n", text, why, moves.text());
  }

 private:
  /// Ends the game with a result, for the reason `why`.
  void end(std::optional<Color> winner) {
    result = !winner ? "1/2-1/2" : *winner == Color::white ? "1-0" : "0-1";
    print_text(fmt::format("{}: {}\n", result, why));
  }

  void show_board() const { print_text(draw_board(game.position()->to_fen(), person == Color::black)); }

  /// Obeys a line of the user. False: the user ends the game.
  [[nodiscard]] bool take_turn() {
    if (!input) input.emplace(os::Input::open("-").value(), &stop);
    std::string line;
    const std::string_view text = std::getline(*input, line) ? trim(line, " \t\r") : "quit";
    if (text == "quit") return false;
    if (text == "board") return show_board(), true;
    if (text == "book") return show_book(), true;
    if (text == "help") return print_text(kWords), true;
    if (text == "resign") {
      why = person == Color::white ? "White resigns" : "Black resigns";
      return end(~person), false;
    }
    // Accept "1. e4", as people copy it.
    const std::size_t behind_number = std::min(text.find_first_not_of("0123456789. "), text.size());
    const bool has_number = text.substr(0, behind_number).find('.') != text.npos;
    const auto move = game.read(has_number ? text.substr(behind_number) : text);
    if (move)
      game.push(*move);
    else
      print_text(fmt::format("\"{}\" is no legal move here; {}", text, kWords));
    return true;
  }

  void answer() {
    const auto thought = opponent.think(game, stop);
    const auto explained = proxy::explain(configuration, game, {});
    const bool is_book =
        !thought.is_searched && explained &&
        std::ranges::any_of(explained->decision.candidates, [&](const book::Candidate& known) {
          return known.is_kept() && known.entry.move == thought.move;
        });
    const std::string text = fmt::format("{} plays {} {}{}\n", opponent.name(), move_number(*game.position()),
                                         game.to_san(thought.move), is_book ? " (book)" : "");
    game.push(thought.move);
    print_text(text);
    show_board();
  }

  void show_book() const {
    book::Question question;
    question.at_any_depth = true;
    const auto explained = proxy::explain(configuration, game, question).value();
    std::string text;
    for (const std::string& trouble : explained.troubles) text += trouble + '\n';
    for (const book::Candidate& known : explained.decision.candidates)
      text += fmt::format("book: {:<8} weight {:>5}  {}\n", game.to_san(known.entry.move), known.entry.weight,
                          known.is_kept() ? fmt::format("{:.1f} %", 100.0 * known.probability)
                                          : fmt::format("not played: {}", known.rule));
    if (explained.decision.candidates.empty()) text += "the book has no move here\n";
    print_text(text);
  }
};

config::Configuration read_configuration(const config::CommandLine& command_line) {
  std::error_code none;
  if (!command_line.no_ini && !command_line.config_file && !std::filesystem::exists("polyglot.ini", none))
    throw Failure("there is no polyglot.ini here; name a configuration, or write one with polyglot init");
  return load_configuration(command_line);
}

/// The rules of UCI_Variant, which the configuration sets for the engine.
game::Rules rules_of(const config::Configuration& configuration) {
  const auto* const name = configuration.engine.find("UCI_Variant");
  if (name == nullptr) return game::Rules();
  const auto known = proxy::known_variants(configuration.options, configuration.ini_folder).value();
  return at_place(name->where, [&] { return game::Rules::find(name->value, known.get()).value(); });
}

bool is_file(const std::string& path) {
  return !path.empty() && path != "-";
}

Result<void> append_game(const std::string& path, const std::string& pgn) {
  std::error_code unknown;
  const auto size = std::filesystem::file_size(path, unknown);
  const auto file = os::open_to_append(path);
  if (!file) return file.error();
  auto appended = os::append(*file, pgn, path);
  // Half a game would spoil the game that is appended next.
  if (!appended && !unknown) std::filesystem::resize_file(path, size, unknown);
  return appended;
}

/// A game that cannot be appended to the file goes to standard output.
Result<void> write_game(const std::string& path, const std::string& pgn) {
  const auto appended = is_file(path) ? append_game(path, pgn) : Result<void>();
  if (!is_file(path) || !appended)
    if (auto written = os::write_output(pgn); appended && !written) return written;
  return appended;
}

int run(Command& command) {
  config::CommandLine command_line;
  double seconds = 1;
  LineOptions line;
  std::string pgn;
  auto person = Color::white;
  command.add({
      {"movetime,st", "S", "the engine's time for a move, in seconds",
       number(seconds, {.least = 0.01, .most = 86400}, "a time from 0.01 to 86400 seconds")},
      {"side", "SIDE", "your side: white or black",
       choice(person, {{"white", Color::white}, {"black", Color::black}})},
      {"pgn", "FILE", "append the game to this file (default: write it to standard output)",
       output_file(pgn)},
  });
  config::add_configuration(command.syntax(), command_line);
  command.add(line.switches());
  if (const auto exit_code = command.parse()) return *exit_code;
  check_output({}, pgn, FileKind::games);
  if (is_file(pgn)) (void)os::open_to_append(pgn).value();
  auto configuration = read_configuration(command_line);
  for (const std::string& warning : configuration.warnings) command.tell(warning);
  const auto rules = rules_of(configuration);
  const auto start = usage([&] { return line.start(command, rules); });
  game::Game begun(rules, start);
  usage([&] { play(begun, line.moves()); });

  std::atomic<bool> stop = false;
  const os::Interruption interruption(stop);
  const auto* const option = configuration.engine.find("UCI_Chess960");
  const bool is_set = option != nullptr && equal_ignoring_case(option->value, "true");
  Opponent opponent(configuration, command_line,
                    std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000)));
  opponent.begin(rules, is_set || begun.start()->needs_chess960());
  opponent.tell_warnings(command);
  TerminalGame game{opponent, configuration, std::move(begun), person, stop};
  const auto played = result_of([&] { game.play(); });
  opponent.tell_warnings(command);
  // Write the game even if the engine has failed.
  const auto written = write_game(pgn, game.pgn());
  opponent.finish(game.game, game.result);
  opponent.tell_warnings(command);
  written.value();
  if (stop) return os::Interruption::exit_code();
  played.value();
  return kSuccess;
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
    .exit_codes = "0 success, 1 failure, 2 wrong usage, 130 interrupted",
};

}  // namespace polyglot::tools
