// SPDX-License-Identifier: MIT
// Tablebase with real tables and engines: games are won, held and claimed.
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <stdexcept>

#include <gmock/gmock.h>

#include <polyglot/analysis/tablebases.hpp>
#include <polyglot/game/game.hpp>

#include "proxy/proxy_test.hpp"
#include "test_paths.hpp"

namespace polyglot::proxy::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

game::Game game_from(std::string_view fen) {
  return game::Game().from_fen(fen).value();
}

class TablebasePlay : public ProxyTest {
 protected:
  void SetUp() override {
    folder_with_tables_ = std::string(POLYGLOT_SHARED_DATA) + "/syzygy";
    if (!std::filesystem::exists(folder_with_tables_ + "/KQvK.rtbw"))
      GTEST_SKIP() << folder_with_tables_ << " has no tablebases";
    auto tables = analysis::Tablebases::open(folder_with_tables_);
    if (!tables) GTEST_SKIP() << tables.error().to_string();
    tables_.emplace(*tables);
  }
  /// The scripted engine fails if it has to search.
  Gui& start_with(const std::string& use, const std::string& engine, const Lines& more = {}) {
    return start(Lines{"-noini", "-ec", engine, "-pg", "SyzygyPath=" + folder_with_tables_, "-pg",
                       "Tablebase=" + use, "-log", "true", "-lf", "my.log"} +
                 more);
  }
  [[nodiscard]] game::Move best(const game::Game& game) const {
    return tables_->judge(game).value().moves.front();
  }
  /// Lets Polyglot play for the side to move, and the tables defend as long as they can, until the end.
  static game::Game play_out(Gui& gui, std::string_view fen,
                             const std::function<game::Move(const game::Game&)>& opponent) {
    game::Game game = game_from(fen);
    constexpr std::size_t kMostPlies = 200;
    while (!game.outcome().is_over() && game.ply() < kMostPlies) {
      std::string moves;
      game.append_uci_moves(game::CastlingNotation::king_to_destination, moves);
      gui.send("position fen " + std::string(fen) + " moves" + moves + "\ngo movetime 100");
      const std::string answer = gui.expect("bestmove ").substr(std::string_view("bestmove ").size());
      const auto move = game.read_uci(answer);
      if (!move) throw std::runtime_error(answer + " in " + game.position()->to_fen());
      game.push(*move);
      if (!game.outcome().is_over()) game.push(opponent(game));
    }
    return game;
  }
  [[nodiscard]] std::string own_maps(const Gui& gui) const {
    std::ifstream maps("/proc/" + std::to_string(gui.pid()) + "/maps");
    return {std::istreambuf_iterator<char>(maps), {}};
  }

  std::string folder_with_tables_;
  std::optional<analysis::Tablebases> tables_;
};

/// Polyglot moves without the engine, which would fail, and mates the best defender.
TEST_F(TablebasePlay, WinsWonGamesWithinTheFiftyMoves) {
  Gui& gui = start_with("play", scripted("--crash-on-go"));
  gui.send("uci");
  const auto defend = [this](const game::Game& game) { return best(game); };
  for (const char* const fen : {"8/8/8/3k4/8/8/8/K6R w - - 0 1", "8/8/8/3k4/8/8/8/K5Q1 w - - 0 1",
                                "8/8/8/4k3/8/8/3BN3/3K4 w - - 0 1", "8/8/3k4/8/8/3K4/4P3/8 w - - 0 1"}) {
    const game::Game game = play_out(gui, fen, defend);
    EXPECT_EQ(game.outcome().ending, game::Ending::checkmate) << game.position()->to_fen();
    EXPECT_EQ(game.outcome().winner, game::Color::white);
  }
  quit(gui);
}

TEST_F(TablebasePlay, KeepsDrawsAgainstAnyMoves) {
  Gui& gui = start_with("play", scripted("--crash-on-go"));
  gui.send("uci");
  for (std::uint32_t seed = 1; seed <= 4; ++seed) {
    const auto attack = [state = seed](const game::Game& game) mutable {
      const auto moves = game.position()->legal_moves();
      state = state * 1664525U + 1013904223U;
      return moves.at((state >> 8U) % moves.size());
    };
    const game::Game game = play_out(gui, "8/8/8/4k3/4P3/4K3/8/8 b - - 0 1", attack);
    ASSERT_TRUE(game.outcome().is_over());
    EXPECT_NE(game.outcome().winner, game::Color::white) << game.position()->to_fen();
  }
  quit(gui);
}

/// A real engine searches in positions of many men, in analysis, and where the moves to search spoil the win.
TEST_F(TablebasePlay, LeavesAllElseToTheEngine) {
  const std::string stockfish = find_program("stockfish");
  if (stockfish.empty()) GTEST_SKIP() << "stockfish is not installed";
  Gui& gui = start_with("play", stockfish);
  gui.send("uci\nposition startpos\ngo depth 2");
  EXPECT_THAT(gui.lines_until("bestmove"), Not(Contains(StartsWith("info string tablebase"))));
  gui.send("position fen 8/8/8/3k4/8/8/8/K6R w - - 0 1\ngo infinite\nstop");
  EXPECT_THAT(gui.lines_until("bestmove"), Not(Contains(StartsWith("info string tablebase"))));
  gui.send("position fen 3k4/8/8/8/8/8/2r5/K6R w - - 0 1\ngo depth 2 searchmoves h1h2");
  EXPECT_THAT(gui.lines_until("bestmove"), Not(Contains(StartsWith("info string tablebase"))));
  gui.send("position fen 8/8/8/3k4/8/8/8/K6R w - - 0 1\ngo depth 9");
  const Lines lines = gui.lines_until("bestmove");
  EXPECT_THAT(lines, AllOf(Contains(StartsWith("info string tablebase")), Not(Contains(HasSubstr("score")))));
  quit(gui);
}

/// Without `force`, Phalanx ponders after `new`, and lines that come with it wait for the next ones.
TEST_F(TablebasePlay, ClaimsResultsToAnXBoardGui) {
  int engines = 0;
  for (const auto& [name, limit] : {std::pair("stockfish", "sd 3"), {"phalanx", "st 1"}}) {
    const std::string engine = find_program(name);
    if (engine.empty()) continue;
    ++engines;
    for (const auto& [fen, claim] :
         {std::pair<std::string, std::string>("8/8/8/3k4/8/8/8/K6R w - - 0 1",
                                              "1-0 {White wins by tablebases}"),
          {"8/8/8/3k4/8/8/8/K6R b - - 0 1", "1-0 {Black resigns: lost by tablebases}"},
          {"8/8/8/4k3/8/4K3/8/3NN3 w - - 0 1", "1/2-1/2 {Draw by tablebases}"}}) {
      Gui& gui = start_with("adjudicate", engine);
      gui.send("xboard\nprotover 2\nnew\nforce\nsetboard " + fen + "\n" + limit + "\ngo");
      const Lines lines = gui.lines_until(claim.substr(0, claim.find('{')));
      EXPECT_THAT(lines, Contains(StartsWith("move "))) << name;
      EXPECT_EQ(lines.back(), claim) << name;
      gui.send("result " + claim);
      quit(gui);
      std::filesystem::remove(folder_ / "my.log");
    }
  }
  if (engines == 0) GTEST_SKIP() << "neither stockfish nor phalanx is installed";
}

/// The GUI ignores the claim, and waits for the move.
TEST_F(TablebasePlay, MovesAfterAClaimOnItsOwnTurn) {
  const std::string stockfish = find_program("stockfish");
  if (stockfish.empty()) GTEST_SKIP() << "stockfish is not installed";
  Gui& gui = start_with("adjudicate", stockfish);
  gui.send("xboard\nprotover 2\nnew\nsetboard 8/8/8/4k3/8/8/8/K6R b - - 0 1\nsd 3\nblack\nusermove e5d5");
  EXPECT_THAT(gui.lines_until("move "), Contains("1-0 {White wins by tablebases}"));
  gui.send("result *");
  quit(gui);
}

TEST_F(TablebasePlay, CostsNothingWhileItIsOff) {
  for (const char* const use : {"off", "play"}) {
    Gui& gui = start_with(use, scripted());
    gui.send("uci\nposition fen 8/8/8/3k4/8/8/8/K6R w - - 0 1\ngo movetime 10");
    const Lines lines = gui.lines_until("bestmove");
    const bool plays = std::string(use) == "play";
    EXPECT_EQ(own_maps(gui).find(".rtb") != std::string::npos, plays);
    EXPECT_EQ(starting_with(lines, "info string tablebase").size(), plays ? 1U : 0U);
    quit(gui);
    std::filesystem::remove(folder_ / "my.log");
  }
}

TEST_F(TablebasePlay, IsShownByCheckConfig) {
  const auto check = [this](const std::string& use) {
    const auto tool = launch({"-noini", "-ec", scripted(), "-pg", "SyzygyPath=" + folder_with_tables_, "-pg",
                              "Tablebase=" + use, "--check-config"});
    return tool->rest();
  };
  EXPECT_THAT(check("play"), Contains("tablebases:    of up to 4 men, Tablebase = play"));
  EXPECT_THAT(check("adjudicate"),
              Contains("claims:        only to an XBoard GUI; one that checks claims may count a claimed win "
                       "or draw as a loss, so start xboard with -testClaims false"));
  EXPECT_THAT(check("off"), Contains(HasSubstr("SyzygyPath has no effect: Tablebase = off")));
}

/// The engine's own file has the last word about the tables: those of the file before it are not opened.
TEST_F(TablebasePlay, TakesTheTablesOfTheEnginesOwnFile) {
  std::filesystem::create_directory(folder_ / "other");
  for (const char* const table : {"/KQvK.rtbw", "/KQvK.rtbz"})
    std::filesystem::copy(folder_with_tables_ + table, folder_ / "other" + table);
  std::filesystem::create_directory(folder_ / "empty");
  std::ofstream(folder_ / "own.ini") << "[PolyGlot]\nSyzygyPath = " << folder_with_tables_ << '\n';
  for (const char* const path : {"other", "empty", "/nowhere"}) {
    std::ofstream(folder_ / "polyglot_1st.ini")
        << "[PolyGlot]\nEngineName = own\nSettingsDir = .\nEngineCommand = " << scripted("--crash-on-go")
        << "\nTablebase = play\nSyzygyPath = " << path << '\n';
    Gui& gui = start({"polyglot_1st.ini"});
    gui.send("uci\nposition fen 8/8/8/3k4/8/8/8/K6R w - - 0 1\ngo movetime 10");
    const Lines lines = gui.lines_until("bestmove");
    EXPECT_THAT(starting_with(lines, "info string tablebase"), SizeIs(1)) << path;
    EXPECT_THAT(lines, Not(Contains(HasSubstr("SyzygyPath")))) << path;
    quit(gui);
  }
}

TEST_F(TablebasePlay, BeginsAndEndsWhenTheGuiWants) {
  Gui& gui = start({"-noini", "-ec", scripted(), "-log", "true", "-lf", "my.log"});
  gui.send("uci");
  const auto tables_play = [&gui](const std::string& options) {
    gui.send(options + "\nposition fen 8/8/8/3k4/8/8/8/K6R w - - 0 1\ngo movetime 10");
    return !starting_with(gui.lines_until("bestmove"), "info string tablebase").empty();
  };
  EXPECT_FALSE(tables_play("isready"));
  EXPECT_TRUE(tables_play("setoption name Polyglot SyzygyPath value " + folder_with_tables_ +
                          "\nsetoption name Polyglot Tablebase value play"));
  EXPECT_FALSE(tables_play("setoption name Polyglot Tablebase value off"));
  EXPECT_THAT(gui.seen(), Not(Contains(HasSubstr("has no effect"))));
  gui.send("setoption name Polyglot SyzygyPath value /nowhere\nsetoption name Polyglot Tablebase value play");
  EXPECT_THAT(gui.expect("info string SyzygyPath"), HasSubstr("; Tablebase = play has no effect"));
  quit(gui);
}

TEST_F(ProxyTest, ExplainSaysWhenTablebasesMayMove) {
  const auto explain = [this](const std::string& use, const std::string& fen) {
    return launch({"explain", "--noini", "--ec", "none", "--pg", "Tablebase=" + use, "--fen", fen})->rest();
  };
  const auto says = Contains(HasSubstr("Tablebase = play"));
  EXPECT_THAT(explain("play", "8/8/8/3k4/8/8/8/K6R w - - 0 1"), says);
  EXPECT_THAT(explain("off", "8/8/8/3k4/8/8/8/K6R w - - 0 1"), Not(says));
  EXPECT_THAT(explain("play", "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"), Not(says));
}

/// Polyglot says once at its start why it cannot use tables, and plays on.
TEST_F(ProxyTest, ReportsMissingTablebasesOnce) {
  for (const char* const path : {"none", ""}) {
    Gui& gui = greet_scripted("", {"-pg", "Tablebase=play", "-pg", std::string("SyzygyPath=") + path});
    gui.send("position fen 8/8/8/3k4/8/8/8/K6R w - - 0 1\ngo movetime 10");
    gui.expect("bestmove");
    EXPECT_THAT(starting_with(gui.seen(), "info string SyzygyPath"),
                ElementsAre(AllOf(HasSubstr("SyzygyPath"), HasSubstr("; Tablebase = play has no effect"))));
    quit(gui);
  }
}

}  // namespace
}  // namespace polyglot::proxy::testing
