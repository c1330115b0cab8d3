// SPDX-License-Identifier: MIT
// The sub-command analyse.
#include <polyglot/analysis/store.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/game/notation.hpp>

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using analysis::Store;

constexpr const char* kAnalysedGames =
    "[Event \"1\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"2\"]\n\n1. e4 c5 *\n\n[Event \"3\"]\n\n1. e4 c5 *\n";

class Analyse : public ToolTest {
 protected:
  void SetUp() override { write_text(folder_ / "games.pgn", kAnalysedGames); }

  void use_engine(const std::string& command, const std::string& options = {}) const {
    write_text(folder_ / "engine.ini",
               "[PolyGlot]\nBook = false\nEngineCommand = " + command + "\n[Engine]\n" + options);
  }

  [[nodiscard]] static Arguments arguments(const Arguments& more) {
    return Arguments{"analyse", "--store", "store.db", "--engine", "engine.ini"} + more;
  }

  [[nodiscard]] Outcome run(Arguments more) const {
    return polyglot(arguments(std::move(more)), {.folder = folder_.path()});
  }

  [[nodiscard]] Store store(const std::string& name = "store.db") const {
    return std::move(Store::open_to_read(folder_ / name)).value();
  }
};

TEST_F(Analyse, JudgesGamesAndContinues) {
  use_engine(std::string(SCRIPTED_ENGINE) +
             " --info 'info depth 3 score cp 25 time 10 nodes 2500 pv e2e4' --bestmove e2e4");
  write_text(folder_ / "start.fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  Outcome outcome = run({"start.fen", "--nodes", "2500"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "Scripted 1: 1 position judged\n");
  outcome = run({"start.fen", "--nodes", "2500"});
  EXPECT_EQ(outcome.out, "Scripted 1: 0 positions judged; 1 were in the store\n");
  const Store store = this->store();
  const auto all = store.find_all(game::Position()).value();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all.front().second.score(), analysis::Score::centipawns(25));
  EXPECT_EQ(all.front().second.nodes, 2500U);
  EXPECT_EQ(store.judges().value().front().second.limits.nodes, 2500U);
}

TEST_F(Analyse, SendsTheLimitsAndTheNumberOfMoves) {
  const std::string echo = folder_ / "echo";
  use_engine(std::string(SCRIPTED_ENGINE) +
                 " --option 'name MultiPV type spin default 1 min 1 max 500'"
                 " --option 'name Hash type spin default 16 min 1 max 64'"
                 " --info 'info depth 3 multipv 1 score cp 25 pv e2e4' --info 'info depth 3 multipv 2 score "
                 "cp 20 pv "
                 "d2d4' --bestmove e2e4 --echo " +
                 echo,
             "Hash = 32\n");
  write_text(folder_ / "start.fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  EXPECT_THAT(run({"start.fen", "--depth", "3", "--multipv", "2"}), Succeeds());
  EXPECT_THAT(read_text(echo), HasSubstr("setoption name MultiPV value 2\nucinewgame\nisready\n"));
  EXPECT_THAT(read_text(echo), HasSubstr("go depth 3\n"));
  const Store store = this->store();
  const auto all = store.find_all(game::Position()).value();
  ASSERT_EQ(all.size(), 1U);
  ASSERT_EQ(all.front().second.moves.size(), 2U);
  EXPECT_EQ(all.front().second.moves[1].score, analysis::Score::centipawns(20));
  EXPECT_EQ(store.judges().value().front().second.settings, "Hash=32");
}

TEST_F(Analyse, ReportsAnEngineThatFails) {
  use_engine(std::string(SCRIPTED_ENGINE) + " --crash-on-go");
  EXPECT_THAT(run({"games.pgn", "--nodes", "10", "--workers", "1"}), Fails(1, HasSubstr(kCrash)));
  use_engine("no_such_engine");
  EXPECT_THAT(run({"games.pgn", "--nodes", "10"}).err, HasSubstr("no_such_engine"));
}

TEST_F(Analyse, NamesWhatIsMissing) {
  use_engine("x");
  EXPECT_EQ(run({"games.pgn"}).exit_code, 2);
  EXPECT_THAT(run({"games.pgn"}).err, HasSubstr("--nodes N, --depth N or --movetime MS"));
  EXPECT_THAT(polyglot({"analyse", "games.pgn", "--nodes", "1"}, {.folder = folder_.path()}).err,
              HasSubstr("--store"));
  EXPECT_THAT(run({"missing.epd", "--nodes", "1"}).err, HasSubstr("missing.epd"));
  for (const std::string program : {"stockfish", "/usr/games/stockfish"})
    EXPECT_THAT(run({"games.pgn", "--nodes", "1", "--engine", program}),
                Fails(2, AllOf(HasSubstr("--engine: \"" + program + "\": "),
                               HasSubstr("; give a configuration file, which polyglot init "))));
  write_text(folder_ / "bad.epd", "nothing here\n");
  EXPECT_THAT(run({"bad.epd", "--nodes", "1"}).err, HasSubstr("bad.epd:1: "));
}

TEST_F(Analyse, SaysWhatDoesNotGoTogether) {
  EXPECT_THAT(
      polyglot({"analyse", "--merge", "a.db", "--store", "s.db", "--nodes", "3"}, {.folder = folder_.path()}),
      Fails(2, HasSubstr("--nodes cannot be combined with --merge without a SOURCE")));
}

TEST_F(Analyse, KeepsTheVerdictsOfTwoEnginesApart) {
  const auto engine = [](const std::string& name, const std::string& verdict) {
    return "[PolyGlot]\nBook = false\nEngineCommand = " + std::string(SCRIPTED_ENGINE) + " --name '" + name +
           "' --info 'info depth 3 nodes 9 score " + verdict + "' --bestmove " +
           verdict.substr(verdict.rfind(' ') + 1) + "\n";
  };
  write_text(folder_ / "engine.ini", engine("First 1", "cp 25 pv e2e4"));
  write_text(folder_ / "other.ini", engine("Second 2", "cp 10 pv d2d4"));
  write_text(folder_ / "start.fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  const std::vector<std::string> both{"start.fen", "--nodes", "9", "--engine", "other.ini"};
  EXPECT_EQ(run(both).out, "First 1: 1 position judged\nSecond 2: 1 position judged\n");
  {
    const Store store = this->store();
    const auto judges = store.judges().value();
    ASSERT_EQ(judges.size(), 2U);
    EXPECT_EQ(judges[0].second.engine, "First 1");
    EXPECT_EQ(judges[1].second.engine, "Second 2");
    EXPECT_EQ(store.find(judges[0].first, {}).value()->score().text(), "+0.25");
    EXPECT_EQ(store.find(judges[1].first, {}).value()->score().text(), "+0.10");
  }
  // Each engine continues where it was.
  std::filesystem::remove(folder_ / "store.db");
  ASSERT_EQ(run({"start.fen", "--nodes", "9"}).exit_code, 0);
  EXPECT_EQ(run(both).out, "First 1: 0 positions judged; 1 were in the store\nSecond 2: 1 position judged\n");
}

TEST_F(Analyse, StartsAnEngineAgainThatDiesOnce) {
  use_engine(std::string(SCRIPTED_ENGINE) + " --info 'info depth 3 score cp 25 pv a7a6' --bestmove a7a6" +
             " --crash-once " + folder_ / "crashed");
  write_text(folder_ / "two.epd",
             "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n"
             "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -\n");
  EXPECT_THAT(run({"two.epd", "--nodes", "10", "--workers", "1"}),
              Succeeds("Scripted 1: 2 positions judged\n",
                       AllOf(HasSubstr(kCrash), HasSubstr("; Polyglot restarts it (1 of 3 restarts"))));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "crashed"));
}

TEST_F(Analyse, StartsAnEngineAgainThatHangsOnce) {
  write_text(folder_ / "start.fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  write_text(folder_ / "engine",
             "while read -r line; do case $line in\n"
             "uci) echo uciok;; isready) echo readyok;;\n"
             "go*) [ -e hung ] || { : > hung; exec sleep 1000; }\n"
             "echo info depth 3 score cp 25 pv e2e4; echo bestmove e2e4;;\n"
             "esac; done\n");
  write_text(folder_ / "engine.ini",
             "[PolyGlot]\nBook = false\nEngineCommand = /bin/sh engine\nEngineHangTimeout = 3000\n");
  EXPECT_THAT(run({"start.fen", "--nodes", "10", "--workers", "1"}),
              Succeeds(HasSubstr("1 position judged"), HasSubstr("hangs: it is silent for 3000 ms")));
}

TEST_F(Analyse, MergesStores) {
  use_engine(std::string(SCRIPTED_ENGINE) + " --info 'info depth 3 score cp 25 pv e2e4' --bestmove e2e4");
  write_text(folder_ / "start.fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  ASSERT_EQ(run({"start.fen", "--nodes", "2500"}).exit_code, 0);
  EXPECT_THAT(polyglot({"analyse", "--store", "all.db", "--merge", "store.db"}, {.folder = folder_.path()}),
              Succeeds("store.db: 1 verdict added\n"));
  EXPECT_EQ(store("all.db").size().value(), 1U);
}

TEST_F(Analyse, JudgesThePositionsAroundWeakMoves) {
  use_engine(std::string(SCRIPTED_ENGINE) +
             " --info 'info depth 3 score cp 25 nodes 2500 pv a2a3' --bestmove a2a3");
  const std::string fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
  const auto review = [&](const std::string& best) {
    write_text(folder_ / "review.json", R"({"weak_moves": {"likeliest": [{"fen": ")" + fen +
                                            R"(", "move": "a7a6", "best": ")" + best +
                                            R"(", "line": "1. f3 e5 2. g4", "loss": 32000}]}})");
    return run({"review.json", "--nodes", "2500", "--workers", "1"});
  };
  EXPECT_THAT(review("d8h5").err, HasSubstr("review.json: has a move that is not legal: d8h5 in " + fen));
  // The engine's choice mates, so nothing is to be judged behind it. The engine knows no move for Black.
  EXPECT_THAT(review("d8h4").out, HasSubstr("Scripted 1: 1 position judged; 1 were given up"));
}

/// Engines of both protocols, if they are installed.
class AnalyseWith : public Analyse, public ::testing::WithParamInterface<const char*> {};

TEST_P(AnalyseWith, FindsTheMate) {
  if (!std::filesystem::exists(GetParam())) GTEST_SKIP() << GetParam() << " is not installed";
  use_engine(GetParam());
  const std::string fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
  write_text(folder_ / "mate.epd", fen + "\n");
  EXPECT_THAT(run({"mate.epd", "--depth", "5"}), Succeeds());
  const game::Position position = chess::Position::from_fen(fen).value();
  const auto all = store().find_all(position).value();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all.front().second.moves.front().move, game::move_from_uci(position, "d1d8"));
  EXPECT_EQ(all.front().second.score(), analysis::Score::mate(1)) << all.front().second.score().text();
}

INSTANTIATE_TEST_SUITE_P(, AnalyseWith, ::testing::Values("/usr/games/stockfish", "/usr/games/phalanx"));

TEST_F(Analyse, FindsTheSameWithAnyNumberOfWorkers) {
  if (!std::filesystem::exists("/usr/games/stockfish")) GTEST_SKIP() << "stockfish is not installed";
  use_engine("/usr/games/stockfish");
  for (const char* const workers : {"1", "3"}) {
    ASSERT_THAT(polyglot({"analyse", "games.pgn", "--store", std::string(workers) + ".db", "--engine",
                          "engine.ini", "--nodes", "2000", "--workers", workers},
                         {.folder = folder_.path()}),
                Succeeds(AllOf(StartsWith("Stockfish"), HasSubstr("5 positions judged"))));
  }
  const Store one = store("1.db");
  const Store three = store("3.db");
  game::Position position;
  for (const char* const move : {"", "e2e4", "c7c5"}) {
    if (*move != '\0') position.make(*game::move_from_uci(position, move));
    auto a = one.find(1, position).value().value();
    auto b = three.find(1, position).value().value();
    a.date = b.date = 0;
    a.milliseconds = b.milliseconds = 0;
    EXPECT_EQ(a, b) << position.to_fen();
  }
}

}  // namespace
}  // namespace polyglot::tools::test
