// SPDX-License-Identifier: MIT
// match: plays games between two programs and counts what went wrong. See --help.
#include <cmath>
#include <ctime>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>

#include <boost/program_options.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <polyglot/chess/notation.hpp>

#include "support/match/player.hpp"
#include "support/match/referee.hpp"

namespace {

namespace asio = boost::asio;
namespace po = boost::program_options;
using namespace polyglot;
using namespace polyglot::match;
using asio::awaitable;

struct GameHeader {
  std::string event;
  std::string white;
  std::string black;
  std::size_t round = 1;
};

constexpr std::size_t kLineWidth = 80;

std::string_view result(const GameRecord& record) {
  if (!record.winner) return "1/2-1/2";
  return *record.winner == chess::Color::white ? "1-0" : "0-1";
}

std::string tag(std::string_view name, std::string_view value) {
  std::string escaped;
  for (const char c : value) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return fmt::format("[{} \"{}\"]\n", name, escaped);
}

/// Words put into lines as PGN wants them.
class Movetext {
 public:
  void add(const std::string& word) {
    if (column_ + word.size() + 1 > kLineWidth) {
      text_ += '\n';
      column_ = 0;
    } else if (column_ > 0) {
      text_ += ' ';
      ++column_;
    }
    text_ += word;
    column_ += word.size();
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t column_ = 0;
};

/// A game in PGN's export format, a blank line at its end.
std::string to_pgn(const GameRecord& record, const GameHeader& header) {
  std::string text = tag("Event", header.event) + tag("Site", "?") +
                     tag("Date", fmt::format("{:%Y.%m.%d}", fmt::localtime(std::time(nullptr)))) +
                     tag("Round", std::to_string(header.round)) + tag("White", header.white) +
                     tag("Black", header.black) + tag("Result", result(record)) +
                     tag("Termination", record.reason) + "\n";
  Movetext moves;
  chess::Position position = record.game.start();
  for (const chess::Move move : record.game.moves()) {
    if (position.side_to_move() == chess::Color::white) {
      moves.add(std::to_string(position.fullmove_number()) + ".");
    }
    moves.add(chess::to_san(position, move));
    position.make(move);
  }
  moves.add(std::string(result(record)));
  return text + moves.text() + "\n\n";
}

struct Settings {
  std::array<PlayerSetup, 2> players;
  std::vector<chess::Game> openings;
  std::size_t games = 2;
  std::size_t concurrency = 1;
  std::string pgn;
  std::string event;
  Rules rules;
};

struct Tally {
  int games = 0, white = 0, draws = 0, black = 0, illegal = 0, time_losses = 0, crashes = 0, book_moves = 0;

  void add(const GameRecord& record) {
    ++games;
    if (!record.winner) {
      ++draws;
    } else {
      ++(*record.winner == chess::Color::white ? white : black);
    }
    illegal += record.ending == Ending::illegal_move;
    time_losses += record.ending == Ending::time_loss;
    crashes += record.ending == Ending::crash;
    book_moves += record.book_moves;
  }
};

/// Plays the whole match. A pair is one opening with both colours.
class Match {
 public:
  explicit Match(const Settings& settings) : settings_(settings) {
    if (settings.pgn.empty()) return;
    pgn_.open(settings.pgn);
    if (!pgn_) throw std::runtime_error("cannot write " + settings.pgn);
  }

  Tally run() {
    for (std::size_t i = 0; i < settings_.concurrency; ++i) {
      asio::co_spawn(loop_.get_executor(), play_pairs(), [](const std::exception_ptr& error) {
        if (error) std::rethrow_exception(error);
      });
    }
    loop_.run();
    return tally_;
  }

 private:
  using PlayerPtr = std::unique_ptr<Player>;

  /// Plays one pair after the other with two programs of its own.
  awaitable<void> play_pairs() {
    std::array<PlayerPtr, 2> players;
    while (next_game_ < settings_.games) {
      const std::size_t first = next_game_;
      next_game_ += 2;
      for (std::size_t i = first; i < std::min(first + 2, settings_.games); ++i) co_await play(i, players);
    }
    for (const PlayerPtr& player : players) {
      if (player) co_await player->quit();
    }
  }

  /// Game `number`, counted from 0: the first program is White in the even ones.
  awaitable<void> play(std::size_t number, std::array<PlayerPtr, 2>& players) {
    for (std::size_t i = 0; i < players.size(); ++i) co_await prepare(players[i], settings_.players[i]);
    const std::size_t white = number % 2;
    PlayerPtr& white_player = players[white];
    PlayerPtr& black_player = players[1 - white];
    const auto& opening = settings_.openings[number / 2 % settings_.openings.size()];
    const GameRecord record =
        co_await play_game({white_player.get(), black_player.get()}, opening, settings_.rules);
    tally_.add(record);
    pgn_ << to_pgn(record, {.event = settings_.event,
                            .white = white_player->name(),
                            .black = black_player->name(),
                            .round = number + 1})
         << std::flush;
    if (record.ending > Ending::adjudicated) fmt::print(stderr, "game {}: {}\n", number + 1, record.reason);
    // A player that has failed is started again.
    if (record.ending == Ending::crash)
      (record.winner == chess::Color::white ? black_player : white_player).reset();
  }

  awaitable<void> prepare(PlayerPtr& player, const PlayerSetup& setup) {
    if (!player) {
      auto started = co_await Player::start(loop_.get_executor(), setup);
      if (!started) throw std::runtime_error(setup.command + ": " + started.error().to_string());
      player = std::move(*started);
    }
    const auto ready = co_await player->new_game(settings_.rules.time);
    if (!ready) throw std::runtime_error(setup.command + ": " + ready.error().to_string());
  }

  const Settings& settings_;
  boost::asio::io_context loop_{1};
  std::ofstream pgn_;
  std::size_t next_game_ = 0;
  Tally tally_;
};

// ---- Settings -------------------------------------------------------------------------------------------

Milliseconds seconds(const std::string& text) {
  return Milliseconds(static_cast<long>(std::lround(std::stod(text) * 1000)));
}

TimeControl time_control(const po::variables_map& values) {
  TimeControl time;
  time.margin = Milliseconds(values["margin"].as<long>());
  if (values.count("nodes") > 0) {
    time.go = fmt::format("nodes {}", values["nodes"].as<long>());
  } else if (values.count("movetime") > 0) {
    time.go = fmt::format("movetime {}", values["movetime"].as<long>());
  } else {
    const auto& text = values["tc"].as<std::string>();
    const auto plus = text.find('+');
    time.base = seconds(text.substr(0, plus));
    if (plus != std::string::npos) time.increment = seconds(text.substr(plus + 1));
  }
  return time;
}

std::optional<Adjudication> adjudication(const po::variables_map& values, const std::string& option) {
  if (values.count(option) == 0) return std::nullopt;
  const auto& text = values[option].as<std::string>();
  const auto colon = text.find(':');
  if (colon == std::string::npos) throw std::runtime_error("-" + option + " SCORE_CP:MOVES");
  return Adjudication{.score_cp = std::stoi(text), .moves = std::stoi(text.substr(colon + 1))};
}

std::vector<chess::Game> openings(const po::variables_map& values) {
  if (values.count("openings") == 0) return {chess::Game()};
  const auto& path = values["openings"].as<std::string>();
  std::ifstream file(path);
  std::vector<chess::Game> games;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    chess::Game game;
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      const auto move = chess::move_from_uci(game.position(), word);
      if (!move) throw std::runtime_error(fmt::format("{}:{}: illegal move {}", path, number, word));
      game.push(*move);
    }
    if (game.ply() > 0) games.push_back(std::move(game));
  }
  if (games.empty()) throw std::runtime_error("no openings in " + path);
  if (const auto seed = values["seed"].as<unsigned>(); seed != 0) {
    std::shuffle(games.begin(), games.end(), std::mt19937(seed));
  }
  return games;
}

Language language(const std::string& name) {
  if (name == "uci") return Language::uci;
  if (name == "cecp") return Language::cecp;
  throw std::runtime_error("protocol uci or cecp, not " + name);
}

PlayerSetup player(const po::variables_map& values, const std::string& number) {
  PlayerSetup setup{.command = values["engine" + number].as<std::string>(),
                    .language = language(values["protocol" + number].as<std::string>())};
  if (values.count("option" + number) == 0) return setup;
  for (const auto& option : values["option" + number].as<std::vector<std::string>>()) {
    const auto equals = option.find('=');
    setup.options.emplace_back(option.substr(0, equals),
                               equals == std::string::npos ? "" : option.substr(equals + 1));
  }
  return setup;
}

po::options_description known_options() {
  po::options_description known("match: plays games between two programs");
  auto add = known.add_options();
  add("help", "this text");
  add("engine1", po::value<std::string>()->required(), "command of the first program, White in game 1");
  add("engine2", po::value<std::string>()->required(), "command of the second program");
  add("protocol1", po::value<std::string>()->default_value("uci"), "in which it is spoken to: uci, cecp");
  add("protocol2", po::value<std::string>()->default_value("uci"), "the same for the second");
  add("option1", po::value<std::vector<std::string>>(), "Name=Value for the first; repeatable");
  add("option2", po::value<std::vector<std::string>>(), "Name=Value for the second; repeatable");
  add("openings", po::value<std::string>(),
      "file with UCI moves, an opening a line, played with both colours");
  add("games", po::value<std::size_t>()->default_value(2), "number of games");
  add("tc", po::value<std::string>()->default_value("1+0.01"), "clock in seconds, BASE+INCREMENT");
  add("nodes", po::value<long>(), "nodes a move instead of a clock, in UCI");
  add("movetime", po::value<long>(), "milliseconds a move instead of a clock, in UCI");
  add("margin", po::value<long>()->default_value(0), "milliseconds by which a clock may be overstepped");
  add("pgn", po::value<std::string>(), "file for the games");
  add("event", po::value<std::string>()->default_value("match"), "name of the event in the PGN");
  add("concurrency", po::value<std::size_t>()->default_value(1), "pairs of games at a time");
  add("adjudicate", po::value<std::string>(), "SCORE_CP:MOVES, a win once both sides have seen that score");
  add("draws", po::value<std::string>(), "SCORE_CP:MOVES, a draw once both sides have seen no greater score");
  add("max-plies", po::value<std::size_t>()->default_value(400), "a draw after that");
  add("seed", po::value<unsigned>()->default_value(0), "shuffles the openings; 0: as they come");
  return known;
}

Settings settings(const po::variables_map& values) {
  return {.players = {player(values, "1"), player(values, "2")},
          .openings = openings(values),
          .games = values["games"].as<std::size_t>(),
          .concurrency = std::max<std::size_t>(values["concurrency"].as<std::size_t>(), 1),
          .pgn = values.count("pgn") > 0 ? values["pgn"].as<std::string>() : "",
          .event = values["event"].as<std::string>(),
          .rules = {.time = time_control(values),
                    .adjudication = adjudication(values, "adjudicate"),
                    .draws = adjudication(values, "draws"),
                    .max_plies = values["max-plies"].as<std::size_t>()}};
}

int run(int argc, char** argv) {
  namespace style = po::command_line_style;
  const auto known = known_options();
  po::variables_map values;
  po::store(po::parse_command_line(argc, argv, known,
                                   (style::unix_style & ~style::allow_guessing) | style::allow_long_disguise),
            values);
  if (values.count("help") > 0) {
    std::cout << known;
    return 0;
  }
  po::notify(values);
  const Settings chosen = settings(values);
  const Tally tally = Match(chosen).run();
  fmt::print("games {} white {} draws {} black {} illegal {} timelosses {} crashes {} bookmoves {}\n",
             tally.games, tally.white, tally.draws, tally.black, tally.illegal, tally.time_losses,
             tally.crashes, tally.book_moves);
  return tally.illegal + tally.time_losses + tally.crashes == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "match: {}\n", error.what());
    return 2;
  }
}
