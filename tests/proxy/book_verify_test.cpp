// SPDX-License-Identifier: MIT
// BookVerify with engines that people use: a book that blunders is not followed.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>

#include <polyglot/game/game.hpp>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class BookVerify : public ProxyTest, public ::testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    program_ = find_program(GetParam());
    if (program_.empty()) GTEST_SKIP() << GetParam() << " is not installed";
    // After the moves with the largest weights, the next move wins: Qxe5 and Qh4 mate.
    write_book(folder_ / "book.bin", {{"e2e4", {{"e7e5", 1}}},
                                      {"e2e4 e7e5 d1h5", {{"e8e7", 9}, {"b8c6", 1}}},
                                      {"f2f4 e7e6", {{"g2g4", 1}}}});
  }
  /// `time`: how long the engine may search to see the blunders, in milliseconds.
  Gui& start_with_blunders(const std::string& time) {
    const Lines settings{"-pg", "Book=true",
                         "-pg", "BookFile=" + folder_ / "book.bin",
                         "-pg", "BookRandom=false",
                         "-pg", "BookVerify=" + time,
                         "-pg", "BookVerifyMargin=300",
                         "-pg", "Log=true",
                         "-pg", "LogFile=log"};
    return start(Lines{"-noini", "-ec", program_} + settings);
  }

 private:
  std::string program_;
};

class BookVerifyStore : public ProxyTest {
 protected:
  void SetUp() override {
    const std::string program = find_program("stockfish");
    if (program.empty()) GTEST_SKIP() << "stockfish is not installed";
    write_book(folder_ / "book.bin",
               {{"e2e4 e7e5 d1h5", {{"e8e7", 9}, {"b8c6", 1}}}, {"f2f4 e7e6", {{"g2g4", 1}}}});
    std::ofstream(folder_ / "fish.ini")
        << "[PolyGlot]\nEngineCommand = " << program
        << "\nBook = true\nBookFile = book.bin\nBookRandom = false\nBookVerifyMargin = 300\n"
           "BookVerifyStore = verdicts.db\nLog = true\nLogFile = log\n";
  }
  /// Judges all moves after these moves.
  void analyse(const std::string& moves) {
    std::ofstream(folder_ / "list.epd") << after(moves) << '\n';
    const auto tool = launch({"analyse", "list.epd", "--store", "verdicts.db", "--engine", "fish.ini",
                              "--nodes", "50000", "--multipv", "50", "--workers", "1"});
    (void)tool->rest();
    EXPECT_EQ(tool->wait().text(), "exited with status 0") << tool->errors();
  }
  /// `time`: of a search.
  [[nodiscard]] static Lines with_store(const std::string& time) {
    return {"fish.ini", "-pg", "BookVerify=" + time};
  }

 private:
  static std::string after(const std::string& moves) {
    game::Game game;
    std::istringstream words(moves);
    for (std::string move; words >> move;) game.push(*game.read_uci(move));
    return game.position()->to_fen();
  }
};

/// A time that is enough, and one that is enough on a busy machine.
constexpr const char* kShort = "500";
constexpr const char* kLong = "8000";

TEST_P(BookVerify, KeepsAUciGuiFromTheBlundersOfItsBook) {
  const auto is_kept = [&](const std::string& time) {
    Gui& gui = start_with_blunders(time);
    // If the engine is late, what Polyglot says of the move it plays begins with the same words.
    const auto is_dropped = [&](const std::string& move) {
      return gui.expect("info string book ")
          .starts_with("info string book move " + move + " dropped: mated in");
    };
    gui.send("uci\nucinewgame\nposition startpos moves e2e4 e7e5 d1h5\ngo wtime 60000 btime 60000");
    bool kept = is_dropped("e8e7") && gui.expect("bestmove").starts_with("bestmove b8c6");
    if (kept) {
      gui.send("position startpos moves f2f4 e7e6\ngo movetime 16000");
      kept = is_dropped("g2g4");
      gui.send("stop");
      EXPECT_THAT(gui.expect("bestmove"), Not(HasSubstr("none")));
    }
    if (kept) {
      // The engine is at the right position, and none of its moves is taken for another.
      gui.send("position startpos moves f2f4 e7e6 g2g4\ngo depth 3");
      EXPECT_THAT(gui.expect("bestmove"), StartsWith("bestmove d8h4"));
      EXPECT_THAT(starting_with(gui.lines_until_ready(), "bestmove"), ::testing::IsEmpty());
    }
    quit(gui);
    return kept;
  };
  EXPECT_TRUE(is_kept(kShort) || is_kept(kLong)) << content("log");
}

/// A store that `analyse` has filled. The engine would need seconds for each search.
TEST_F(BookVerifyStore, ReplacesTheSearches) {
  analyse("e2e4 e7e5 d1h5");
  Gui& gui = start(with_store("60000"));
  gui.send("uci\nucinewgame\nposition startpos moves e2e4 e7e5 d1h5\ngo wtime 600000 btime 600000");
  EXPECT_THAT(gui.expect("info string book "), HasSubstr(" b8c6 "));
  gui.expect("bestmove b8c6");
  quit(gui);
  const std::string log = content("log");
  EXPECT_THAT(log, HasSubstr("book move e8e7 dropped: #-1 against"));
  EXPECT_THAT(log, HasSubstr("book move b8c6 verified: "));
  EXPECT_THAT(log, HasSubstr("nodes in BookVerifyStore"));
  EXPECT_THAT(log, Not(HasSubstr("searchmoves")));
  const Lines explained =
      launch(Lines{"explain"} + with_store("100") + Lines{"e2e4", "e7e5", "d1h5"})->rest();
  EXPECT_THAT(explained, Contains(AllOf(StartsWith("  e8e7 "),
                                        HasSubstr("dropped: worse than the engine's own choice; #-1"))));
}

/// The first book has no move here, and the heaviest move of the other one is bad.
TEST_F(BookVerifyStore, WeighsTheMovesOfABookThatChoosesByIt) {
  write_book(folder_ / "more.bin", {{"e2e4", {{"g7g5", 90}, {"e7e5", 1}, {"c7c5", 1}}}});
  std::ofstream(folder_ / "fish.ini", std::ios::app)
      << "[Book judged]\nFile = more.bin\nMode = verdicts\nTemperature = 5\n";
  analyse("e2e4");
  const Lines random{"fish.ini", "-pg", "BookRandom=true", "-pg", "BookSeed=7"};
  Gui& gui = start(random);
  gui.send("uci\nucinewgame\nposition startpos moves e2e4\ngo wtime 600000 btime 600000");
  EXPECT_THAT(gui.expect("bestmove"), AnyOf(StartsWith("bestmove e7e5"), StartsWith("bestmove c7c5")));
  quit(gui);
  const std::string log = content("log");
  EXPECT_THAT(log, HasSubstr("\"verdict\":\"-"));
  const Lines explained = launch(Lines{"explain"} + random + Lines{"e2e4"})->rest();
  EXPECT_THAT(explained, Contains(AllOf(StartsWith("  g7g5 "), HasSubstr("0.00 %; -"), HasSubstr(" against "),
                                        HasSubstr("nodes in BookVerifyStore"))));
}

TEST_F(BookVerifyStore, IsCheckedWithTheConfiguration) {
  const auto check = [&] {
    const auto gui = launch(with_store("100") + Lines{"--check-config", "--no-engine"});
    return gui->rest();
  };
  EXPECT_THAT(starting_with(check(), "verdicts:"), ElementsAre(HasSubstr("verdicts.db, a new store")));
  std::ofstream(folder_ / "verdicts.db") << "Neither a store nor another database.";
  EXPECT_THAT(starting_with(check(), "fault:"), ElementsAre(HasSubstr("verdicts.db")));
}

/// What one session has found, the next one knows.
TEST_F(BookVerifyStore, KeepsWhatTheEngineFound) {
  const auto is_kept = [&](const std::string& time) {
    for (const bool is_first : {true, false}) {
      std::filesystem::remove(folder_ / "log");
      Gui& gui = start(with_store(time));
      gui.send("uci\nucinewgame\nposition startpos moves f2f4 e7e6\ngo wtime 600000 btime 600000");
      gui.expect("info string ");  // of the verdict, or of the book
      gui.send("stop");
      gui.expect("bestmove");
      quit(gui);
      const std::string log = content("log");
      const bool is_dropped = log.find("book move g2g4 dropped: ") != std::string::npos;
      const bool is_known = log.find("nodes in BookVerifyStore") != std::string::npos;
      if (!is_dropped || is_known == is_first) return false;
    }
    return true;
  };
  EXPECT_TRUE(is_kept(kShort) || is_kept(kLong)) << content("log");
}

/// Without fairymax, which refuses moves in positions that it has analysed.
using BookVerifyOfXboard = BookVerify;

TEST_P(BookVerifyOfXboard, KeepsAGuiFromTheBlundersOfItsBook) {
  const auto is_kept = [&](const std::string& time) {
    Gui& gui = start_with_blunders(time);
    gui.send("xboard\nprotover 2\nnew\nlevel 0 5 0\nusermove e2e4");
    EXPECT_EQ(gui.expect("move"), "move e7e5");
    gui.send("usermove d1h5");
    const bool is_dropped = gui.expect("move") == "move b8c6" &&
                            content("log").find("book move e8e7 dropped: mated in") != std::string::npos;
    if (is_dropped) {
      gui.send("usermove h5f7");  // what only Kxf7 answers, so the engine is at the right position
      EXPECT_EQ(gui.expect("move"), "move e8f7");
    }
    quit(gui);
    return is_dropped;
  };
  EXPECT_TRUE(is_kept(kShort) || is_kept(kLong)) << content("log");
}

/// One engine ends its search when it receives `stop`, the other does not react any more.
class BookVerifyOfLateEngines : public ProxyTest, public ::testing::WithParamInterface<const char*> {};

TEST_P(BookVerifyOfLateEngines, PlaysTheBooksMoveAfterAll) {
  const Lines settings =
      with_book() + Lines{"-pg", "BookVerify=100", "-pg", "Log=true", "-pg", "LogFile=log"};
  Gui& gui = start_scripted(GetParam(), settings);
  gui.send("uci\nposition startpos\ngo wtime 60000 btime 60000");
  EXPECT_THAT(gui.expect("info string book"), Not(HasSubstr("verified")));
  gui.expect("bestmove");
  EXPECT_THAT(content("log"), HasSubstr("is played unverified: the engine is late"));
  quit(gui);
  Gui& other = start_scripted(GetParam(), settings);
  other.send("xboard\nprotover 2\nnew\nlevel 0 1 0\ngo");
  other.expect("move ");
  quit(other);
}

INSTANTIATE_TEST_SUITE_P(Engines, BookVerifyOfLateEngines, ::testing::Values("--wait-go", "--hang-on-go"),
                         [](const auto& tested) {
                           return std::string(tested.param[2] == 'w' ? "Waits" : "Hangs");
                         });
INSTANTIATE_TEST_SUITE_P(Engines, BookVerify, ::testing::Values("stockfish", "fairymax", "phalanx"),
                         [](const auto& tested) { return std::string(tested.param); });
INSTANTIATE_TEST_SUITE_P(Engines, BookVerifyOfXboard, ::testing::Values("stockfish", "phalanx"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace polyglot::proxy::testing
