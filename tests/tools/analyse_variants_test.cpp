// SPDX-License-Identifier: MIT
// The sub-command analyse, and the tools that read its verdicts, with games of variants.
#include <csignal>

#include <polyglot/analysis/store.hpp>
#include <polyglot/game/rules.hpp>

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using analysis::Store;

class AnalyseVariants : public ToolTest {
 protected:
  void use_engine(const std::string& command) const {
    write_text(folder_ / "engine.ini", "[PolyGlot]\nBook = false\nEngineCommand = " + command + "\n");
  }
  /// An engine that plays atomic, and answers 1. Nf3 to everything.
  void use_scripted_engine() const {
    use_engine(std::string(SCRIPTED_ENGINE) +
               " --option 'name UCI_Variant type combo default chess var chess var atomic'"
               " --info 'info depth 3 score cp 25 nodes 2500 pv g1f3' --bestmove g1f3 --echo " +
               (folder_ / "echo"));
  }
  [[nodiscard]] Outcome analyse(const Arguments& more) const {
    return run(Arguments{"analyse", "--store", "store.db", "--engine", "engine.ini"} + more);
  }
  void make_book(const std::string& variant, const std::string& games, const std::string& book) const {
    write_text(folder_ / "book.pgn", games);
    ASSERT_THAT(run({"make-book", "book.pgn", "--variant", variant, "--min-game", "1", "-o", book}),
                Succeeds());
  }
  [[nodiscard]] Store store() const { return std::move(Store::open_to_read(folder_ / "store.db")).value(); }
};

std::string game_of(const std::string& variant, const std::string& moves) {
  return "[Event \"1\"]\n[Variant \"" + variant + "\"]\n\n" + moves + " *\n\n";
}

TEST_F(AnalyseVariants, TellTheEngine) {
  use_scripted_engine();
  write_text(folder_ / "start.fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  EXPECT_THAT(analyse({"start.fen", "--variant", "atomic", "--nodes", "2500"}),
              Succeeds("Scripted 1: 1 position judged\n"));
  EXPECT_THAT(read_text(folder_ / "echo"),
              HasSubstr("setoption name UCI_Variant value atomic\nucinewgame\nisready\nposition startpos\n"));
  const auto rules = game::Rules::find("atomic").value();
  const Store store = this->store();
  const auto all = store.find_all(rules.start()).value();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(store.judges().value().front().second.variant, "atomic");
  EXPECT_EQ(store.judges().value().front().second.settings, "") << "the variant is no setting";
  EXPECT_EQ(store.find_all(game::Position()).value().size(), 0U);
  EXPECT_EQ(store.find_all(game::Rules::find("kingofthehill").value().start()).value().size(), 0U)
      << "whose start looks the same";
}

TEST_F(AnalyseVariants, AreRefusedByEnginesThatDoNotPlayThem) {
  use_engine(SCRIPTED_ENGINE);
  write_text(folder_ / "start.fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  EXPECT_THAT(analyse({"start.fen", "--variant", "atomic", "--nodes", "2500"}),
              Fails(1, "polyglot analyse: engine.ini: Scripted 1 does not play atomic\n"));
}

TEST_F(AnalyseVariants, TakeTheGamesOfTheVariantAlone) {
  use_scripted_engine();
  write_text(folder_ / "games.pgn", game_of("Atomic", "1. a3 a6 2. h3 h6") +
                                        game_of("Crazyhouse", "1. e4 e5") + "[Event \"1\"]\n\n1. d4 *\n");
  const Outcome outcome =
      analyse({"games.pgn", "--variant", "atomic", "--nodes", "2500", "--max-ply", "2", "--workers", "1"});
  // In the second of three positions Black moves, for whom the engine knows no move.
  EXPECT_EQ(outcome.out, "Scripted 1: 2 positions judged; 1 were given up\n") << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("games.pgn: 2 games of other variants left out"));
  EXPECT_THAT(analyse({"games.pgn", "--variant", "xiangqi", "--nodes", "1"}).err,
              HasSubstr("games.pgn: has no games of xiangqi"));
  EXPECT_EQ(store().judges().value().front().second.variant, "atomic");
}

TEST_F(AnalyseVariants, AreNeitherMixedNorTakenForChess) {
  use_scripted_engine();
  ASSERT_NO_FATAL_FAILURE(make_book("atomic", game_of("atomic", "1. Nf3"), "atomic.bin"));
  ASSERT_NO_FATAL_FAILURE(make_book("crazyhouse", game_of("crazyhouse", "1. Nf3"), "house.bin"));
  EXPECT_THAT(analyse({"atomic.bin", "house.bin", "--nodes", "10"}), Fails(1, HasSubstr("house.bin")));
  EXPECT_THAT(analyse({"atomic.bin", "--variant", "chess", "--nodes", "10"}).err,
              HasSubstr("atomic.bin: is for atomic"));
}

TEST(AnalyseAtASignal, EndsAndKeepsWhatIsDone) {
  const TemporaryFolder folder;
  write_text(folder / "games.pgn", "[Event \"1\"]\n\n1. e4 e5 2. Nf3 *\n");
  write_text(folder / "engine.ini",
             "[PolyGlot]\nBook = false\nEngineCommand = " SCRIPTED_ENGINE " --wait-go\n");
  RunningProgram running(
      program_under_test(),
      {"analyse", "--store", "store.db", "--engine", "engine.ini", "games.pgn", "--nodes", "10"},
      {.folder = folder.path()});
  running.send(SIGINT);
  EXPECT_THAT(running.end(),
              Fails(128 + SIGINT, _, ::testing::HasSubstr("stopped, the same command continues")));
}

}  // namespace
}  // namespace polyglot::tools::test
