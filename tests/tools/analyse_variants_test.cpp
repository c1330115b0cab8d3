// SPDX-License-Identifier: MIT
// The sub-command analyse, and the tools that read its verdicts, with games of variants.
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <boost/json/parse.hpp>
#include <gmock/gmock.h>

#include <polyglot/analysis/store.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/game/rules.hpp>

#include "test_paths.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using analysis::Score;
using analysis::Store;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kFairyStockfish = "/usr/games/fairy-stockfish";

/// A game of a variant.
struct VariantLine {
  const char* variant;
  const char* pgn;
  std::vector<const char*> uci;  ///< the same moves
};

void PrintTo(const VariantLine& line, std::ostream* out) {
  *out << line.variant;
}

class AnalyseVariants : public ::testing::Test {
 protected:
  void use_engine(const std::string& command) const {
    write_file(folder_ / "engine.ini", "[PolyGlot]\nBook = false\nEngineCommand = " + command + "\n");
  }
  /// An engine that plays atomic, and answers 1. Nf3 to everything.
  void use_scripted_engine() const {
    use_engine(std::string(SCRIPTED_ENGINE) +
               " --option 'name UCI_Variant type combo default chess var chess var atomic'"
               " --info 'info depth 3 score cp 25 nodes 2500 pv g1f3' --bestmove g1f3 --echo " +
               (folder_ / "echo"));
  }
  [[nodiscard]] Outcome run(std::vector<std::string> arguments) const {
    return polyglot(std::move(arguments), {.folder = folder_.path()});
  }
  [[nodiscard]] Outcome analyse(std::vector<std::string> more) const {
    more.insert(more.begin(), {"analyse", "--store", "store.db", "--engine", "engine.ini"});
    return run(std::move(more));
  }
  void make_book(const std::string& variant, const std::string& games, const std::string& book,
                 const std::vector<std::string>& more = {}) const {
    write_file(folder_ / "book.pgn", games);
    std::vector<std::string> arguments{"make-book",  "book.pgn", "--variant", variant,
                                       "--min-game", "1",        "-o",        book};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome made = run(arguments);
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }
  /// A book of crazyhouse in which White lets himself be mated in one way of two.
  void make_book_with_blunder() const {
    std::string games;
    for (const char* const moves : {"1. f3 e5 2. e4", "1. f3 e5 2. g4"})
      games += std::string("[Variant \"crazyhouse\"]\n\n") + moves + " *\n\n";
    make_book("crazyhouse", games, "book.bin");
  }
  [[nodiscard]] Store store() const { return std::move(Store::open_to_read(folder_ / "store.db")).value(); }

  TemporaryFolder folder_;
};

std::string game_of(const std::string& variant, const std::string& moves) {
  return "[Event \"1\"]\n[Variant \"" + variant + "\"]\n\n" + moves + " *\n\n";
}

TEST_F(AnalyseVariants, TellTheEngine) {
  use_scripted_engine();
  write_file(folder_ / "start.fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  const Outcome outcome = analyse({"start.fen", "--variant", "atomic", "--nodes", "2500"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "Scripted 1: 1 position judged\n");
  EXPECT_THAT(read_file(folder_ / "echo"),
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
  write_file(folder_ / "start.fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  const Outcome outcome = analyse({"start.fen", "--variant", "atomic", "--nodes", "2500"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.err, "polyglot analyse: engine.ini: Scripted 1 does not play atomic\n");
}

TEST_F(AnalyseVariants, AreGivenUpByXBoardEnginesThatCannotSetUpTheirPositions) {
  use_engine(std::string(SCRIPTED_CECP_ENGINE) +
             " --feature ping=1 --feature setboard=0 --feature 'variants=\"normal,atomic\"' --move e7e5");
  write_file(folder_ / "e4.fen", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n");
  const Outcome outcome = polyglot({"analyse", "--store", "store.db", "--engine", "engine.ini", "e4.fen",
                                    "--variant", "atomic", "--depth", "3", "--workers", "1"},
                                   {.folder = folder_.path(), .limit = 200});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  EXPECT_THAT(
      outcome.err,
      HasSubstr("the position was refused: the engine does not play atomic, or not from this position; no "
                "verdict on rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"));
}

TEST_F(AnalyseVariants, AreJudgedByXBoardEngines) {
  struct Task {
    const char* engine;
    const char* variant;
    const char* fen;
    const char* mate;  ///< the move that gives it; null: none does
  };
  for (const Task& task :
       {Task{"sjaakii", "crazyhouse", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR[] b KQkq - 0 2",
             "d8h4"},
        {"sjaakii", "crazyhouse", "6k1/5ppp/8/8/8/8/8/K7[RR] w - - 0 1", "R@a8"},
        {"sjaakii", "xiangqi", "3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1", "b1b10"},
        {"sjaakii", "gothic", "k9/9R/10/10/10/10/10/4R4K w - - 0 1", "e1e8"},
        {"fairymax", "gothic", "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1",
         nullptr},
        {"hoixiangqi", "xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
         nullptr}}) {
    SCOPED_TRACE(std::string(task.engine) + ", " + task.variant);
    const std::string command = std::string("/usr/games/") + task.engine;
    if (!std::filesystem::exists(command)) GTEST_SKIP() << command << " is not installed";
    use_engine(command + "\nEngineProtocol = cecp");
    write_file(folder_ / "list.fen", std::string(task.fen) + '\n');
    const Outcome outcome =
        analyse({"list.fen", "--variant", task.variant, "--depth", "4", "--workers", "1"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto rules = game::Rules::find(task.variant).value();
    const auto position = rules.read_fen(task.fen).value();
    const auto found = store().find_all(position).value();
    ASSERT_EQ(found.size(), 1U);
    const auto& verdict = found.front().second;
    EXPECT_EQ(verdict.score() == Score::mate(1), task.mate != nullptr) << verdict.score().text();
    if (task.mate != nullptr) {
      EXPECT_EQ(verdict.moves.front().move, game::move_from_uci(position, task.mate));
    }
  }
}

TEST_F(AnalyseVariants, TakeTheGamesOfTheVariantAlone) {
  use_scripted_engine();
  write_file(folder_ / "games.pgn", game_of("Atomic", "1. a3 a6 2. h3 h6") +
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
  const Outcome mixed = analyse({"atomic.bin", "house.bin", "--nodes", "10"});
  EXPECT_EQ(mixed.exit_code, 1);
  EXPECT_THAT(mixed.err, HasSubstr("house.bin"));
  EXPECT_THAT(analyse({"atomic.bin", "--variant", "chess", "--nodes", "10"}).err,
              HasSubstr("atomic.bin: is for atomic"));
}

TEST_F(AnalyseVariants, HaveOneKeyInTheStoreWhateverTheBookHas) {
  use_scripted_engine();
  const std::string games = game_of("atomic", "1. Nf3");
  ASSERT_NO_FATAL_FAILURE(make_book("atomic", games, "xboard.bin"));
  ASSERT_NO_FATAL_FAILURE(make_book("atomic", games, "plain.bin", {"--keys", "plain"}));
  write_file(folder_ / "start.fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  ASSERT_EQ(analyse({"start.fen", "--variant", "atomic", "--nodes", "2500"}).exit_code, 0);
  for (const char* const book : {"xboard.bin", "plain.bin"}) {
    EXPECT_THAT(run({"review-book", book, "--store", "store.db"}).out,
                AllOf(HasSubstr("Moves judged                   :        1"), Not(HasSubstr("Not judged"))));
    EXPECT_THAT(analyse({book, "--nodes", "2500", "--max-ply", "0"}).out,
                HasSubstr("0 positions judged; 1 were in the store"));
  }
}

/// Asks the engine alone about the positions of a line: "g1f3 cp 31".
std::vector<std::string> asked_alone(const VariantLine& line, const std::string& nodes) {
  const auto lines_of = [&](const std::string& script) {
    return std::istringstream(run_program(kFairyStockfish, {},
                                          {.input = std::string("setoption name UCI_Variant value ") +
                                                    line.variant + "\n" + script + "ucinewgame\n"})
                                  .out);
  };
  std::string script;
  std::string moves;
  for (std::size_t ply = 0; ply <= line.uci.size(); ++ply) {
    script += "position startpos moves" + moves + "\nd\n";
    if (ply < line.uci.size()) moves += std::string(" ") + line.uci[ply];
  }
  std::istringstream boards = lines_of(script);
  script.clear();
  for (std::string text; std::getline(boards, text);)
    if (text.starts_with("Fen: "))
      script += "ucinewgame\nposition fen " + text.substr(5) + "\ngo nodes " + nodes + "\n";
  std::vector<std::string> verdicts;
  std::istringstream reports = lines_of(script);
  std::string score;
  for (std::string text; std::getline(reports, text);) {
    std::istringstream words(text);
    std::string word;
    words >> word;
    if (word == "bestmove") {
      words >> word;
      verdicts.push_back(word + ' ' + score);
    } else if (text.find(" pv ") != text.npos && text.find("bound ") == text.npos) {
      while (words >> word && word != "score") {
      }
      std::string number;
      words >> word >> number;
      score = word + ' ' + number;
    }
  }
  return verdicts;
}

class AnalyseBooksOf : public AnalyseVariants, public ::testing::WithParamInterface<VariantLine> {};

TEST_P(AnalyseBooksOf, JudgesThemAsTheEngineAlone) {
  if (!std::filesystem::exists(kFairyStockfish)) GTEST_SKIP() << kFairyStockfish << " is not installed";
  const VariantLine& line = GetParam();
  use_engine(kFairyStockfish);
  ASSERT_NO_FATAL_FAILURE(make_book(line.variant, game_of(line.variant, line.pgn), "book.bin"));
  const Outcome outcome = analyse({"book.bin", "--nodes", "3000"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr(std::to_string(line.uci.size() + 1) + " positions judged\n"));
  const auto expected = asked_alone(line, "3000");
  ASSERT_EQ(expected.size(), line.uci.size() + 1);
  const auto rules = game::Rules::find(line.variant).value();
  const Store store = this->store();
  game::Position position = rules.start();
  for (std::size_t ply = 0;; ++ply) {
    const auto all = store.find_all(position).value();
    ASSERT_EQ(all.size(), 1U) << position.to_fen();
    const analysis::ScoredMove& best = all.front().second.moves.front();
    const std::string score = best.score.is_mate() ? "mate " + best.score.text().substr(1)
                                                   : "cp " + std::to_string(best.score.centipawns());
    EXPECT_EQ(game::to_uci(position, best.move, game::CastlingNotation::king_to_destination) + ' ' + score,
              expected[ply])
        << position.to_fen();
    if (ply == line.uci.size()) break;
    position.make(*game::move_from_uci(position, line.uci[ply]));
  }
}

INSTANTIATE_TEST_SUITE_P(
    , AnalyseBooksOf,
    ::testing::Values(
        VariantLine{.variant = "crazyhouse",
                    .pgn = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@d6 exd6",
                    .uci = {"e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "P@d6", "e7d6"}},
        VariantLine{.variant = "3check",
                    .pgn = "1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7 4. Qh5+",
                    .uci = {"e2e4", "e7e5", "f1c4", "b8c6", "c4f7", "e8f7", "d1h5"}},
        VariantLine{.variant = "xiangqi", .pgn = "1. h2e2 h9g7 2. h0g2", .uci = {"h3e3", "h10g8", "h1g3"}}),
    [](const auto& line) { return std::string(line.param.variant); });

TEST_F(AnalyseVariants, ShowTheBlundersOfABook) {
  if (!std::filesystem::exists(kFairyStockfish)) GTEST_SKIP() << kFairyStockfish << " is not installed";
  use_engine(kFairyStockfish);
  ASSERT_NO_FATAL_FAILURE(make_book_with_blunder());
  const std::vector<std::string> review{"review-book", "book.bin", "--store", "store.db", "--margin", "1000"};
  // A store without verdicts.
  write_file(folder_ / "start.fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  ASSERT_EQ(analyse({"start.fen", "--nodes", "10"}).exit_code, 0);
  EXPECT_THAT(run(review).out,
              HasSubstr("to judge them: polyglot analyse book.bin --variant crazyhouse --store store.db "
                        "--engine CONFIG --nodes 10\n"));
  ASSERT_EQ(analyse({"book.bin", "--nodes", "10000"}).exit_code, 0);
  const Outcome reviewed = run(review);
  EXPECT_EQ(reviewed.exit_code, 0) << reviewed.err;
  EXPECT_THAT(reviewed.out, AllOf(HasSubstr("Weak moves: an engine prefers another move by the margin: 1\n"),
                                  HasSubstr("1. f3 e5 2. g4: #-1, but 2. "), HasSubstr("Fairy-Stockfish")));
  EXPECT_THAT(run({"check-book", "book.bin", "--store", "store.db", "--margin", "1000"}).out,
              HasSubstr("Weak moves                     :        1\n  1. f3 e5 2. g4: #-1, but"));
  ASSERT_EQ(run({"review-book", "book.bin", "--store", "store.db", "--margin", "1000", "--format", "json",
                 "-o", "review.json"})
                .exit_code,
            0);
  EXPECT_THAT(run({"edit-book", "book.bin", "--from-review", "review.json"}).out,
              HasSubstr("2. g4: weight 0"));
  EXPECT_EQ(analyse({"review.json", "--variant", "crazyhouse", "--nodes", "30000"}).exit_code, 0);
}

// After both lines the board is the same, and a book of plain keys has one position; but White has given a
// check in the first line alone. There the reply is weak.
TEST_F(AnalyseVariants, KeepTheChecksGivenInReviews) {
  const std::string line = "1. e4 d6 2. Bb5+ c6 3. Ba4 b5";
  ASSERT_NO_FATAL_FAILURE(
      make_book("3check", game_of("3check", line) + game_of("3check", "1. e4 c6 2. Bb5 d6 3. Ba4 b5"),
                "book.bin", {"--keys", "plain"}));
  const auto rules = game::Rules::find("3check").value();
  const std::string board = "rnbqkbnr/pp2pppp/2pp4/8/B3P3/8/PPPP1PPP/RNBQK1NR b KQkq - ";
  {
    Store store = std::move(Store::open(folder_ / "store.db")).value();
    const auto judge =
        store.add_judge({.engine = "Fish 1", .variant = "3check", .limits = {.nodes = 10}, .multipv = 2});
    for (const auto& [checks, score_of_reply] : {std::pair("2+3 ", -300), {"3+3 ", -10}}) {
      const auto position = rules.read_fen(board + checks + "1 3").value();
      const auto move = [&](const char* text) { return game::move_from_uci(position, text).value(); };
      ASSERT_TRUE(store.put(
          judge.value(), position,
          {.moves = {{move("e7e5"), Score::centipawns(0)}, {move("b7b5"), Score::centipawns(score_of_reply)}},
           .depth = 1,
           .nodes = 10}));
    }
  }
  const Outcome reviewed = run({"review-book", "book.bin", "--variant", "3check", "--store", "store.db",
                                "--margin", "100", "--format", "json", "-o", "review.json"});
  ASSERT_EQ(reviewed.exit_code, 0) << reviewed.err;
  const auto review = boost::json::parse(read_file(folder_ / "review.json"));
  const auto& weak = review.at("weak_moves").at("likeliest").as_array();
  ASSERT_EQ(weak.size(), 1U);
  EXPECT_EQ(weak[0].at("line").as_string(), "1. e4 d6 2. Bb5+ c6 3. Ba4");
  EXPECT_EQ(weak[0].at("fen").as_string(), board + "2+3 1 3");

  use_engine(std::string(SCRIPTED_ENGINE) +
             " --option 'name UCI_Variant type combo default chess var 3check'"
             " --info 'info depth 3 score cp 25 pv g8f6' --bestmove g8f6 --echo " +
             (folder_ / "echo"));
  (void)analyse({"review.json", "--variant", "3check", "--nodes", "20", "--workers", "1"});
  EXPECT_THAT(read_file(folder_ / "echo"), AllOf(HasSubstr("2+3"), Not(HasSubstr("3+3"))));
  EXPECT_THAT(run({"edit-book", "book.bin", "--variant", "3check", "--from-review", "review.json"}).out,
              HasSubstr("1. e4 d6 2. Bb5+ c6 3. Ba4, 3... b5: weight 0, because it loses 300 centipawns\n"));
}

TEST_F(AnalyseVariants, MakeSuites) {
  if (!std::filesystem::exists(kFairyStockfish)) GTEST_SKIP() << kFairyStockfish << " is not installed";
  use_engine(kFairyStockfish);
  write_file(folder_ / "games.pgn", game_of("crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@d6") +
                                        game_of("crazyhouse", "1. d4 d5 2. Bf4 Bf5"));
  const auto make = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"make-openings", "games.pgn", "--variant", "crazyhouse"});
    return run(std::move(more));
  };
  const Outcome made = make({"--plies", "4", "--eval", "-9..9", "--store", "store.db", "--engine",
                             "engine.ini", "--nodes", "2000", "-o", "suite.epd"});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("2 openings of 9 positions\n"));
  EXPECT_THAT(read_file(folder_ / "suite.epd"),
              AllOf(HasSubstr("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3\n"),
                    HasSubstr("rn1qkbnr/ppp1pppp/8/3p1b2/3P1B2/8/PPP1PPPP/RN1QKBNR[] w KQkq - 2 3\n")));
  ASSERT_EQ(make({"--plies", "7", "-o", "suite.pgn"}).exit_code, 0);
  EXPECT_THAT(
      read_file(folder_ / "suite.pgn"),
      AllOf(HasSubstr("[Variant \"crazyhouse\"]"), HasSubstr("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@d6 *")));
  // The suite is a list of positions.
  EXPECT_THAT(run({"make-openings", "suite.epd", "--variant", "crazyhouse", "-o", "again.epd"}).out,
              HasSubstr("2 openings of 2 positions"));
}

}  // namespace
}  // namespace polyglot::tools::test
