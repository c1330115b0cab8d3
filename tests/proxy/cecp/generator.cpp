// SPDX-License-Identifier: MIT
#include "proxy/cecp/generator.hpp"
#include <algorithm>
#include <array>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/notation.hpp>

namespace polyglot::proxy::testing {
namespace {

using Texts = std::vector<std::string>;

const Texts kPositions = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/P6P/8/8/8/8/p6p/R3K2R b KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "4k3/8/8/8/8/8/8/R3K3 w Q - 97 80",
    "8/8/8/4k3/8/4K3/4P3/8 b - - 12 60",
    "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1",
    "k7/8/1K6/8/8/8/8/7R w - - 0 1",
};
const Texts kFinishedPositions = {
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",                                 // mate
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",                                 // stalemate
    "8/8/8/4k3/8/4K3/8/8 w - - 0 1",                                  // bare kings
    "8/8/8/4k3/8/4KB2/8/8 w - - 0 1",                                 // one bishop
    "4k3/8/8/8/8/8/8/R3K3 w - - 100 80",                              // fifty moves
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",  // fool's mate
};
const Texts kChess960Positions = {
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "rkbbnnqr/pppppppp/8/8/8/8/PPPPPPPP/RKBBNNQR w KQkq - 0 1",
    "1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w HBhb - 0 1",
};

}  // namespace

Generator::Generator(std::uint64_t seed) : dice_(seed) {
  setup_.engine.seed = seed;
  choose_engine();
  choose_arguments();
  due_ = {"xboard"};
  if (dice_.percent(90)) due_.emplace_back("protover 2");
  if (dice_.percent(70)) due_.emplace_back("accepted done");
  due_.emplace_back("new");  // as every GUI does; without it 2.0.4 learns nothing
  if (dice_.percent(20)) due_.emplace_back("level 40 5 0");
  if (dice_.percent(80)) due_.emplace_back("post");
  if (dice_.percent(50)) due_.push_back(pondering_command(80));
  std::reverse(due_.begin(), due_.end());
}

// ---- How it starts --------------------------------------------------------------------------------------

void Generator::choose_engine() {
  EngineCharacter& engine = setup_.engine;
  const std::vector<std::pair<int, std::string>> kOptions = {
      {80, "Hash type spin default 16 min 1 max 4096"},
      {70, "Ponder type check default false"},
      {40, "Threads type spin default 1 min 1 max 64"},
      {40, "Clear Hash type button"},
      {40, "Style type combo default Normal var Solid var Normal var Wild Style"},
      {40, "Contempt type spin default 24 min -100 max 100"},
      {30, "UseBook type check default true"},
      {30, "Book File Name type string default <empty>"},
      {20, "NalimovPath type string default <empty>"},
      {20, "NalimovCache type spin default 1 min 1 max 32"},
      {20, "SyzygyPath type string default <empty>"},
      {20, "MultiPV type spin default 1 min 1 max 8"},
      {20, "UCI_Elo type spin default 1500 min 1000 max 2500"},
      {60, "UCI_Opponent type string default <empty>"},
      {60, "UCI_AnalyseMode type check default false"},
      {60, "UCI_Chess960 type check default false"},
      {20, "UCI_DrawOffers type check default false"},
  };
  for (const auto& [chance, option] : kOptions) {
    if (dice_.percent(chance)) engine.options.push_back(option);
  }
  has_chess960_ = std::ranges::any_of(
      engine.options, [](const std::string& option) { return option.starts_with("UCI_Chess960 "); });
  engine.thinking_percent = dice_.percent(50) ? 0 : dice_.between(10, 80);
  engine.illegal_percent = dice_.percent(80) ? 0 : 6;
  engine.lines = dice_.percent(90) ? 1 : dice_.between(2, 4);
  engine.offers = dice_.percent(10);
  engine.shuffles = dice_.percent(12);
}

void Generator::set(const std::string& name, const std::string& value) {
  setup_.arguments.insert(setup_.arguments.end(), {"-pg", name + "=" + value});
}

void Generator::choose_arguments() {
  bool has_depth = false;
  bool has_threshold = false;
  book_ = dice_.percent(30);
  if (book_) {
    learns_ = dice_.percent(40);
    if (learns_) set("BookLearn", "true");  // first: 2.0.4 opens the book for reading only otherwise
    set("Book", "true");
    set("BookFile", "book.bin");
    set("BookRandom", "false");
    has_depth = dice_.percent(20);
    if (has_depth) set("BookDepth", std::to_string(dice_.between(1, 6)));
    has_threshold = dice_.percent(20);
    if (has_threshold) set("BookTreshold", std::to_string(dice_.between(0, 300)));
  }
  // If the engine shows several lines, 2.0.4 takes the last one for the best.
  const bool one_line = setup_.engine.lines == 1;
  const bool resigns = one_line && dice_.percent(25);
  if (resigns) {
    set("Resign", "true");
    if (dice_.percent(50)) set("ResignMoves", std::to_string(dice_.between(1, 3)));
    if (dice_.percent(50)) set("ResignScore", std::to_string(dice_.between(0, 700)));
    if (dice_.percent(50)) set("QueenNeverResigns", "false");
  }
  const bool handles_draws = one_line && dice_.percent(20);
  if (handles_draws) set("HandleDraws", "true");
  if (one_line && dice_.percent(15)) set("KibitzMove", "true");
  ponders_ = one_line && !has_depth && !has_threshold && dice_.percent(75);
  const bool repeats = one_line && dice_.percent(80);
  if (!repeats) set("RepeatPV", "false");
  // When the engine moves and at a ponderhit, 2.0.4 repeats the last variation with the numbers of later
  // lines, which also decide on resigning and draws.
  setup_.engine.complete = ponders_ || repeats || resigns || handles_draws;
  if (dice_.percent(15)) set("KibitzPV", "true");
  if (dice_.percent(10)) set("KibitzCommand", "tellothers");
  if (dice_.percent(10)) set("KibitzDelay", std::to_string(dice_.between(0, 60)));
  if (dice_.percent(20)) set("ScoreWhite", "true");
  if (dice_.percent(20)) set("ShowTbHits", "true");
  if (dice_.percent(20)) set("ShowPonder", "false");
  // MateScore is above any ResignScore, because 2.0.4 does not resign if a mate counts for less.
  if (dice_.percent(15)) set("MateScore", std::to_string(dice_.between(1000, 30000)));
  if (dice_.percent(15)) set("STFudge", std::to_string(dice_.between(0, 900)));
  if (dice_.percent(15)) set("UCIVersion", "1");
  if (ponders_ && dice_.percent(15)) set("CanPonder", "true");
  if (!ponders_ && dice_.percent(15)) set("SyncStop", "true");
  if (dice_.percent(10)) set("PromoteWorkAround", "true");
  if (dice_.percent(15)) set("OnlyWbOptions", "false");
  if (dice_.percent(10)) set("EngineName", "Another Name");
}

// ---- How it goes on -------------------------------------------------------------------------------------

Step Generator::next(const EngineModel& engine) {
  if (!due_.empty()) {
    Step step{Step::Kind::gui, due_.back()};
    due_.pop_back();
    return step;
  }
  const bool running =
      engine.search() == EngineModel::Search::normal || engine.search() == EngineModel::Search::ponder;
  if (engine.search() == EngineModel::Search::normal && dice_.percent(55)) return {Step::Kind::finish};
  if (engine.search() == EngineModel::Search::ponder && dice_.percent(3)) {
    due_ = {"usermove " + any_move()};
    return {Step::Kind::finish};
  }
  if ((running || engine.search() == EngineModel::Search::infinite) && dice_.percent(20)) {
    return {Step::Kind::deepen};
  }
  if (engine.search() == EngineModel::Search::ponder && dice_.percent(40)) {
    return {Step::Kind::gui, "usermove " + engine.expected_move()};
  }
  return {Step::Kind::gui, command(engine.search())};
}

std::string Generator::command(EngineModel::Search search) {
  if (given_up_) return next_game();
  if (analysing_ && dice_.percent(35)) return analysis_command();
  if (search != EngineModel::Search::normal && dice_.percent(60)) return user_move();
  if (search == EngineModel::Search::normal && dice_.percent(20)) return "?";
  if (dice_.percent(25)) return clock_command();
  if (dice_.percent(15)) {
    return search == EngineModel::Search::none ? option_command() : option_of_searching_engine();
  }
  const std::string rare = rare_command();
  if (rare == "analyze" && (list_is_old_ || game_.termination() != chess::Termination::none)) return "hint";
  if (rare == "bk" && list_is_old_) return "hint";
  if (analysing_ && rare == "undo" && game_.ply() == 0) return ".";
  if (!analysing_ && (rare.starts_with("exclude ") || rare.starts_with("include "))) return "hint";
  // A legal move while the engine thinks: 2.0.4 starts a second search beside the first.
  const bool may_be_move =
      rare.find(' ') == std::string::npos && chess::move_from_text(game_.position(), rare);
  if (search == EngineModel::Search::normal && may_be_move) return "usermove e9";
  return (analysing_ || learns_) && may_be_move ? "usermove " + rare : rare;
}

std::string Generator::analysis_command() {
  switch (dice_.roll(6)) {
    case 0:
      return ".";
    case 1:
    case 2:
      if (dice_.percent(10)) return "option Polyglot exclude move=" + any_move();
      return (dice_.percent(60) ? "exclude " : "include ") + any_move();
    case 3:
      return dice_.percent(50) ? "exclude all" : "include all";
    case 4:
      return game_.ply() > 0 ? "undo" : ".";
    default:
      return "exit";
  }
}

std::string Generator::rare_command() {
  switch (dice_.roll(34)) {
    case 0:
    case 1:
      return "undo";
    case 2:
      return analysing_ ? "undo" : "remove";
    case 3:
      return "force";
    case 4:
    case 5:
    case 6:
    case 7:
      return "go";
    case 8:
      return "playother";
    case 9:
    case 10:
      return pondering_command(70);
    case 11:
      return dice_.percent(70) ? "post" : "nopost";
    case 12:
    case 13:
      return "analyze";
    case 14:
      return dice_.pick(Texts{".", "exit", "?"});
    case 15:
    case 16:
      return "hint";
    case 17:
      return book_ ? "hint" : "bk";
    case 18:
      return "draw";
    case 19:
      return result_command(dice_.pick(Texts{"1-0", "0-1", "1/2-1/2", "*"}));
    case 20:
      return "ping " + std::to_string(++pings_);
    case 21:
      return dice_.pick(Texts{"white", "black"});
    case 22:
      return dice_.pick(
          Texts{"name Somebody", "name A B", "computer", "rating 2000 1900", "ics freechess.org"});
    case 23:
      return dice_.pick(Texts{"random", "accepted setboard", "rejected san", "xboard", "protover 2"});
    case 24:
      return dice_.pick(Texts{"foo", "foo bar", "go now", "otim", "level", "st", "usermove", "setboard",
                              "exclude", "include", "ping", "hint 3"});
    case 25:
    case 26:
      return "new";
    case 27:
    case 28:
    case 29:
      return position_command();
    case 30:
      return "?";
    case 31:
      return (dice_.percent(60) ? "exclude " : "include ") + any_move();
    case 32:
      return analysing_ ? "post" : wrong_move();
    default:
      return any_move();
  }
}

std::string Generator::clock_command() {
  switch (dice_.roll(8)) {
    case 0:
    case 1:
      if (fixed_time_) return "sd 7";
      set_clocks();
      // With a book, there are no increments and periods, because our clock gains them after book moves, too.
      if (book_) return dice_.pick(Texts{"level 0 5 0", "level 0 0:30 0"});
      return dice_.pick(
          Texts{"level 40 5 0", "level 0 2 12", "level 0 0:30 1", "level 20 10:15 3", "level 1 1 0"});
    case 2:
      return "time " + std::to_string(dice_.between(-10, 60000));
    case 3:
    case 4:
      return "otim " + std::to_string(dice_.between(-10, 60000));
    case 5:
      if (!dice_.percent(25)) return "time 12345";
      fixed_time_ = true;
      return "st " + std::to_string(dice_.between(0, 30));
    case 6:
      return "sd " + std::to_string(dice_.between(1, 20));
    default:
      if (!dice_.percent(25)) return "time 54321";
      return "nps " + std::to_string(dice_.between(-1, 2000));
  }
}

/// Sends the clocks like a GUI. Before the first such line, the clocks are a declared difference.
void Generator::set_clocks() {
  due_ = {"otim " + std::to_string(dice_.between(100, 60000)),
          "time " + std::to_string(dice_.between(100, 60000))};
}

std::string Generator::option_command() {
  return dice_.pick(Texts{
      "memory " + std::to_string(dice_.between(40, 4000)),
      "cores " + std::to_string(dice_.between(1, 64)),
      "egtpath syzygy /tb/syzygy",
      "egtpath nalimov /tb/a:/tb/b",
      "egtpath scorpio /tb",
      "option Contempt=" + std::to_string(dice_.between(-100, 100)),
      "option UseBook=" + std::to_string(dice_.between(0, 1)),
      "option Style=Wild Style",
      "option Book File Name=/some/where.bin",
      "option Clear Hash",
      "option clear hash",
      "option Nosuch=1",
      "option Nosuch",
      "option hash=77",
      "option UCI_Elo=1800",
      "option Polyglot ScoreWhite=" + std::to_string(dice_.between(0, 1)),
      "option Polyglot STFudge=" + std::to_string(dice_.between(0, 100)),
      "option Polyglot ShowTbHits=" + std::to_string(dice_.between(0, 1)),
      "memory 0",
      "cores 0",
  });
}

/// Only options that the engine has, with values that change something.
std::string Generator::option_of_searching_engine() {
  const std::string number = std::to_string(++changes_);
  Texts commands = {"option Polyglot ScoreWhite=" + std::to_string(dice_.between(0, 1)),
                    "option Polyglot ShowTbHits=" + std::to_string(dice_.between(0, 1))};
  const EngineCharacter& engine = setup_.engine;
  if (engine.has_option("Contempt")) commands.push_back("option Contempt=-" + number);
  if (engine.has_option("Clear Hash")) commands.emplace_back("option Clear Hash");
  if (engine.has_option("Book File Name")) commands.push_back("option Book File Name=book" + number);
  if (engine.has_option("SyzygyPath")) commands.push_back("egtpath syzygy /tb" + number);
  return dice_.pick(commands);
}

/// If the engine has stopped playing while it was to move, this gives it a clear task again.
std::string Generator::next_game() {
  Texts commands = {"new", learns_ ? "new" : "setboard " + dice_.pick(kPositions)};
  if (game_.termination() == chess::Termination::none) commands.insert(commands.end(), {"go", "force"});
  return dice_.pick(commands);
}

std::string Generator::result_command(const std::string& score) const {
  return learns_ && result_told_ ? "new" : "result " + score + " {so it is}";
}

std::string Generator::pondering_command(int chance) {
  return ponders_ && dice_.percent(chance) ? "hard" : "easy";
}

std::string Generator::position_command() {
  if (learns_) return "new";
  if (dice_.percent(20)) {
    if (game_.start().needs_chess960()) due_ = {"setboard " + dice_.pick(kPositions)};
    if (!has_chess960_) return "variant normal";
    return dice_.pick(Texts{"variant fischerandom", "variant normal"});
  }
  if (chess960_ && dice_.percent(60)) return "setboard " + dice_.pick(kChess960Positions);
  return "setboard " + dice_.pick(dice_.percent(25) ? kFinishedPositions : kPositions);
}

std::string Generator::user_move() {
  if (!analysing_ && dice_.percent(5)) return wrong_move();
  const chess::MoveList legal = game_.position().legal_moves();
  if (legal.empty()) return dice_.pick(Texts{"undo", "new", "remove", "go", result_command("1-0")});
  // The book's first moves, so that games stay in it.
  if (book_ && game_.ply() < 2 && game_.start().to_fen() == chess::kStartFen && dice_.percent(60)) {
    const std::string move = game_.ply() == 0 ? "e2e4" : "e7e5";
    if (chess::move_from_uci(game_.position(), move)) return "usermove " + move;
  }
  if (setup_.engine.shuffles && game_.ply() >= 2 && dice_.percent(80)) {
    const chess::Move last = game_.moves()[game_.ply() - 2];
    const std::string back = reversed(chess::to_uci(last, chess::CastlingNotation::king_takes_rook));
    if (chess::move_from_uci(game_.position(), back)) return "usermove " + back;
  }
  return (analysing_ || learns_ || dice_.percent(95) ? "usermove " : "") + any_move();
}

std::string Generator::any_move() {
  const chess::MoveList legal = game_.position().legal_moves();
  return legal.empty() ? "a1a2" : written(dice_.pick(legal));
}

std::string Generator::written(chess::Move move) {
  if (dice_.percent(10)) return chess::to_san(game_.position(), move);
  if (move.kind() == chess::MoveKind::castling && chess960_) {
    return chess::to_san(game_.position(), move).substr(0, move.to() > move.from() ? 3 : 5);
  }
  return chess::to_uci(move, chess::CastlingNotation::king_to_destination);
}

std::string Generator::wrong_move() {
  return (dice_.percent(90) ? "usermove " : "") +
         dice_.pick(Texts{"e2e5", "a1a1", "e1e3", "Nf9", "xyz", "e7e8k", "i9i9", "@@@@", "e2-e5", "e9"});
}

// ---- What came of it ------------------------------------------------------------------------------------

void Generator::observe(const StepRecord& record) {
  const auto said = [&record](std::string_view prefix) {
    return std::any_of(record.to_gui.begin(), record.to_gui.end(),
                       [prefix](const std::string& line) { return line.starts_with(prefix); });
  };
  if (record.step.kind == Step::Kind::gui) {
    const bool refused = said("Illegal move") || said("Error");
    const std::size_t ply = game_.ply();
    follow_own(record.step.text, refused);
    follow_list(record.step.text, refused, game_.ply() != ply);
  }
  const auto gives_up = [](const std::string& line) {
    return line.find("{polyglot: resign (illegal engine move") != std::string::npos ||
           line.find("{Draw ") != std::string::npos;
  };
  if (std::any_of(record.to_gui.begin(), record.to_gui.end(), gives_up)) given_up_ = true;
  for (const std::string& line : record.to_gui) {
    if (!line.starts_with("move ")) continue;
    follow_move(line.substr(5));
    list_is_old_ = listed_;
  }
}

/// 2.0.4 lists the moves when it is first asked about them, and forgets the list only at some commands.
void Generator::follow_list(const std::string& line, bool refused, bool moved) {
  const auto word = line.substr(0, line.find(' '));
  if (word == "bk" || word == "exclude" || word == "include" || line.starts_with("option Polyglot exclude")) {
    listed_ = true;
  } else if (word == "new" || word == "setboard" || (moved && (word == "usermove" || word == "undo"))) {
    listed_ = list_is_old_ = false;
  } else if (moved || refused || word == "undo") {
    list_is_old_ = listed_;
  }
}

void Generator::follow_own(const std::string& line, bool refused) {
  const auto word = line.substr(0, line.find(' '));
  const auto rest = word == line ? std::string() : line.substr(word.size() + 1);
  if (refused) return;
  given_up_ = word == "result" ||
              (given_up_ && word != "go" && word != "new" && word != "force" && word != "setboard");
  result_told_ = word == "result" || (result_told_ && word != "new");
  if (word == "new") {
    game_ = chess::Game();
    chess960_ = false;
    if (timed_) set_clocks();
  } else if (word == "level") {
    timed_ = true;
  } else if (word == "variant") {
    chess960_ = rest == "fischerandom";
  } else if (word == "setboard") {
    if (const auto position = chess::Position::from_fen(rest)) game_ = chess::Game(*position);
  } else if (word == "undo" || word == "remove") {
    const std::size_t count = word == "undo" ? 1 : 2;
    if (game_.ply() >= count) game_.truncate(game_.ply() - count);
  } else if (word == "analyze") {
    analysing_ = true;
  } else if (word == "exit") {
    analysing_ = false;
  } else if (word == "usermove") {
    follow_move(rest);
  } else if (word == line) {
    follow_move(line);  // a bare move, or nothing of interest
  }
}

void Generator::follow_move(const std::string& text) {
  auto move = chess::move_from_uci(game_.position(), text);
  if (!move) move = chess::move_from_san(game_.position(), text);
  if (move) game_.push(*move);
}

void write_session_book(const std::string& path) {
  constexpr int kGames = 60;
  constexpr int kPlies = 10;
  Dice dice(1);
  std::vector<book::RawEntry> entries;
  for (int game = 0; game < kGames; ++game) {
    chess::Position position;
    for (int ply = 0; ply < kPlies; ++ply) {
      const chess::MoveList legal = position.legal_moves();
      if (legal.empty()) break;
      // Few moves are possible at each turn, so that games meet again.
      const auto preferred = chess::move_from_uci(position, ply == 0 ? "e2e4" : "e7e5");
      const chess::Move move = preferred && dice.percent(70) ? *preferred : legal[dice.roll(legal.size())];
      // Where the book has only moves of weight 0, 2.0.4 does not ponder.
      const bool first = std::ranges::find(entries, position.key(), &book::RawEntry::key) == entries.end();
      const book::RawEntry entry{.key = position.key(),
                                 .move = book::encode_move(move),
                                 .weight = static_cast<std::uint16_t>(dice.between(first ? 1 : 0, 90))};
      const bool known = std::any_of(entries.begin(), entries.end(), [&entry](const book::RawEntry& other) {
        return other.key == entry.key && other.move == entry.move;
      });
      if (!known) entries.push_back(entry);
      position.make(move);
    }
  }
  book::write_bin_book(path, std::move(entries)).value();
}

}  // namespace polyglot::proxy::testing
