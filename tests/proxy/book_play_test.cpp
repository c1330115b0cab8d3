// SPDX-License-Identifier: MIT
// Book moves, as a GUI gets them.
// Books of Crafty in play: made by make-book, played by its rules or by frequency, and learned in.
#include <set>
#include <unistd.h>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/crafty.hpp>
#include <polyglot/game/notation.hpp>

#include "process/loop_testing.hpp"
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using BookPlay = ProxyTest;

/// Best moves for `count` searches of the start position.
Lines best_moves(Gui& gui, int count) {
  Lines moves;
  for (int i = 0; i < count; ++i) {
    gui.send("position startpos\ngo movetime 1");
    moves.push_back(gui.expect("bestmove"));
  }
  return moves;
}

const std::vector<BookPosition> kFourEqualMoves = {
    {"", {{"e2e4", 1}, {"d2d4", 1}, {"c2c4", 1}, {"g1f3", 1}}}};

TEST_F(BookPlay, AnswersInTwoLinesWithoutTheEngine) {
  Gui& gui = greet_scripted("", with_book());
  EXPECT_THAT(gui.search("position startpos\ngo wtime 1000 btime 1000"),
              ElementsAre("info string book book.bin e2e4 62.50% (weight 10 of 16)", "bestmove e2e4"));
  quit(gui);
  EXPECT_THAT(received(), ElementsAre("uci", "position startpos", "quit"));
}

TEST_F(BookPlay, TakesTheStarterBookWhereNoneIsNamed) {
  const std::string starter_path =
      std::filesystem::absolute(POLYGLOT_SOURCE_DIR "/config/starter.bin").make_preferred().string();
  const std::string starter = starter_path + " ";
  const auto play = [this](const std::string& ini, const std::string& moves = "") {
    folder_.write("my.ini", "[PolyGlot]\nEngineCommand = " + scripted() + "\nBook = true\n" + ini);
    Gui& gui = greet({"my.ini"});
    const Lines said = gui.search("position startpos" + moves + "\ngo movetime 1");
    quit(gui);
    return said;
  };
  EXPECT_THAT(play(""), Contains(StartsWith("info string book " + starter)));
  EXPECT_THAT(play("Log = true\nLogFile = session.log\n", " moves a2a3 a7a6 a3a4 a6a5"),
              Contains(EndsWith("info string out of book after a5; " + starter_path + ": no move here")));
  EXPECT_THAT(play("Log = true\nLogFile = session.log\n"),
              Contains(StartsWith("info string book " + starter)));
  EXPECT_THAT(process::testing::contents(folder_ / "session.log"),
              AllOf(HasSubstr("starter.bin\""), Not(HasSubstr("\"book.bin\""))));
  EXPECT_THAT(play("BookFile = mine.bin\n"), Not(Contains(HasSubstr(starter))));
  EXPECT_THAT(play("[Book Mine]\nFile = mine.bin\n"), Not(Contains(HasSubstr(starter))));
  (void)with_book();
  EXPECT_THAT(play(""), Contains(StartsWith("info string book book.bin ")));
}

TEST_F(BookPlay, RepeatsItselfWithASeed) {
  write_book(folder_ / "book.bin", kFourEqualMoves);
  const auto moves_with_seed = [this](const std::string& seed) {
    Gui& gui = greet_scripted("", {"-pg", "Book=true", "-pg", "BookSeed=" + seed});
    Lines moves = best_moves(gui, 40);
    quit(gui);
    return moves;
  };
  const Lines moves = moves_with_seed("42");
  EXPECT_EQ(moves_with_seed("42"), moves);
  EXPECT_NE(moves_with_seed("43"), moves);
  EXPECT_EQ(std::set<std::string>(moves.begin(), moves.end()).size(), 4U);
}

TEST_F(BookPlay, DiffersBetweenProgramsStartedAtTheSameTime) {  // defect 33
  write_book(folder_ / "book.bin", kFourEqualMoves);
  const Lines arguments = {"-noini", "-ec", scripted(), "-pg", "Book=true"};
  const auto one = launch(arguments);
  const auto other = launch(arguments);
  // They are equal by chance once in 4^40 runs.
  EXPECT_NE(best_moves(*one, 40), best_moves(*other, 40));
  for (Gui* const gui : {one.get(), other.get()}) {
    gui->send("quit");
    EXPECT_TRUE(gui->wait().successful());
  }
}

// ---- Books that cannot be used: said once, and the engine plays (defect 34) ----------------------------

struct BadBook {
  const char* name;
  void (*make)(const process::testing::TemporaryFolder& folder);

  friend void PrintTo(const BadBook& book, std::ostream* out) { *out << book.name; }
};

class UnusableBook : public ProxyTest, public ::testing::WithParamInterface<BadBook> {};

TEST_P(UnusableBook, IsToldOnceAndTheEnginePlays) {
  GetParam().make(folder_);
  if (std::string(GetParam().name) == "Unreadable" && std::ifstream(folder_ / "bad.bin"))
    GTEST_SKIP() << "we may read everything";
  Gui& gui = greet_scripted("", {"-pg", "Book=true", "-pg", "BookFile=bad.bin"});
  Lines seen = gui.search("position startpos\ngo movetime 1");
  EXPECT_EQ(seen.back(), "bestmove a2a3");
  seen = seen + gui.search("position startpos\ngo movetime 1");
  std::erase(seen, "info string out of book; bad.bin: no move here");
  EXPECT_THAT(starting_with(seen, "info string"), ElementsAre(HasSubstr("bad.bin")));
  quit(gui);
}

INSTANTIATE_TEST_SUITE_P(
    EndToEnd, UnusableBook,
    ::testing::Values(
        BadBook{"Missing", [](const process::testing::TemporaryFolder&) {}},
        BadBook{"Directory",
                [](const auto& folder) { std::filesystem::create_directory(folder / "bad.bin"); }},
        BadBook{"OddSize", [](const auto& folder) { folder.write("bad.bin", std::string(17, 'x')); }},
        BadBook{"Empty", [](const auto& folder) { folder.write("bad.bin", ""); }},
        BadBook{"Unreadable",
                [](const auto& folder) {
                  folder.write("bad.bin", std::string(16, 'x'));
                  std::filesystem::permissions(folder / "bad.bin", std::filesystem::perms::none);
                }}),
    [](const auto& tested) { return tested.param.name; });

/// The records of with_book().
constexpr std::uintmax_t kRecordSize = 16;

TEST_F(BookPlay, PlaysABookWithAnUnsortedEnd) {
  const Lines arguments = with_book();
  const std::string start_position = content("book.bin").substr(0, 4 * kRecordSize);
  std::ofstream(folder_ / "book.bin", std::ios::app) << start_position;
  Gui& gui = greet_scripted("", arguments);
  EXPECT_THAT(gui.search("position startpos moves e2e4\ngo movetime 1"),
              Contains("info string book book.bin e7e5 50.00% (weight 3 of 6)"));
  quit(gui);
}

TEST_F(BookPlay, SaysOnceThatABookLooksLikeOneOfAVariant) {
  const Lines arguments = with_book();
  std::ofstream(folder_ / "book.bin", std::ios::binary)
      << "\x46\x3b\x96\x18\x16\x91\xfc\x9a\x03\x1c" << std::string("\0\x01\0\0\0\0", 6);
  Gui& gui = start_scripted("", arguments);
  gui.send("uci\nposition startpos\ngo movetime 1");
  const auto is_told =
      AllOf(StartsWith("info string book: "), HasSubstr("book.bin: this book looks like crazyhouse; "),
            HasSubstr("polyglot edit-book BOOK --header-variant crazyhouse"));
  EXPECT_THAT(gui.lines_until("bestmove"), Contains(is_told).Times(1));
  EXPECT_THAT(gui.search("ucinewgame\nposition startpos\ngo movetime 1"),
              Not(Contains(StartsWith("info string book: "))));
  quit(gui);
}

TEST_F(BookPlay, SaysWhatIsWrongWithABookAndPlaysIt) {
  const Lines arguments = with_book();
  const auto size = std::filesystem::file_size(folder_ / "book.bin");
  std::ofstream(folder_ / "book.bin", std::ios::app) << std::string(2 * kRecordSize, '\1') << "1234567";
  Gui& gui = start_scripted("", arguments);
  const Lines lines = gui.search("uci\nposition startpos\ngo movetime 1");
  EXPECT_THAT(lines, Contains(AllOf(StartsWith("info string book: "), HasSubstr("book.bin: offset "),
                                    HasSubstr("is not sorted"), HasSubstr("check-book --repair"))));
  EXPECT_THAT(lines, Contains(AllOf(StartsWith("info string book: "),
                                    HasSubstr(std::to_string(size + 2 * kRecordSize + 7) + " bytes"))));
  EXPECT_THAT(lines, Contains("bestmove e2e4"));
  EXPECT_THAT(gui.search("position startpos\ngo movetime 1"),
              Not(Contains(StartsWith("info string book: "))));
  quit(gui);
}

constexpr std::string_view kTags = "[Event \"?\"]\n[Site \"?\"]\n[Result \"1-0\"]\n\n";

class CraftyPlay : public ProxyTest {
 protected:
  void SetUp() override {
    std::string games;
    for (int i = 0; i < 3; ++i) games += std::string(kTags) + "1. e4 e5 1-0\n\n";
    make_book("book.bin", games + std::string(kTags) + "1. d4! d5 2. c4 1-0\n");
  }

  void make_book(const std::string& name, const std::string& games, const Lines& arguments = {}) {
    const auto made = launch(Lines{"make-book", "-format", "crafty", "-q",
                                   folder_.write(name + ".pgn", games), "-o", folder_ / name} +
                             arguments);
    ASSERT_EQ(made->wait().text, "exited with status 0");
  }

  [[nodiscard]] Lines from_book(const std::string& more = "BookMode=weighted") const {
    return {"-pg", "Book=true",        "-pg", "BookFile=" + folder_ / "book.bin",
            "-pg", "BookRandom=false", "-pg", more};
  }

  [[nodiscard]] std::string first_move(const std::string& setting) {
    Gui& gui = greet_scripted("", from_book(setting));
    const std::string move = gui.best_move("position startpos\ngo movetime 1");
    quit(gui);
    return move;
  }

  [[nodiscard]] float learned(const chess::Position& position, std::string_view text) const {
    const auto book = book::open_book(folder_ / "book.bin", book::BookFormat::crafty).value();
    for (const book::BookMove& move : book->find(position).moves)
      if (game::move_from_uci(position, text) == move.move) return book::CraftyFacts::of(move)->learn;
    return 0;
  }
};

TEST_F(CraftyPlay, GoesByFrequency) {
  EXPECT_THAT(first_move("BookMode=weighted"), StartsWith("bestmove e2e4"));
}

TEST_F(CraftyPlay, GoesByMarksInTheModeOfCrafty) {
  EXPECT_THAT(first_move("BookMode=crafty"), StartsWith("bestmove d2d4"));
}

TEST_F(CraftyPlay, TakesTheStartBookBeside) {
  make_book("books.bin", "[Site \"\"]\nNf3 {play 60%}\n[Site \"\"]\ne4 {play 40%}\n", {"-start-book"});
  EXPECT_THAT(first_move("BookMode=weighted"), StartsWith("bestmove g1f3"));
  EXPECT_THAT(first_move("BookMode=crafty"), StartsWith("bestmove g1f3"));
}

TEST_F(CraftyPlay, ListsTheMovesThatCraftyWouldPlay) {
  Gui& gui = start_scripted("", from_book("BookMode=crafty"));
  gui.ask("xboard\nprotover 2\nnew\nforce\nbk", "     d4 100.00%");
  EXPECT_EQ(gui.expect("     e4"), "     e4  0.00%");
  quit(gui);
}

TEST_F(CraftyPlay, IsCheckedByCheckConfig) {
  Gui& gui = start(Lines{"-noini", "-ec", scripted(), "--check-config"} + from_book());
  EXPECT_THAT(gui.lines_until("The configuration"),
              ::testing::Contains(HasSubstr("format crafty, 5 entries")));
  EXPECT_EQ(gui.wait().text, "exited with status 0");
  Gui& other = start(Lines{"-noini", "-ec", scripted(), "--check-config"} + from_book("BookMode=crafty"));
  EXPECT_THAT(other.rest(), ::testing::Not(::testing::Contains(StartsWith("warning:"))));
  Gui& learning = start(Lines{"-noini", "-ec", scripted(), "--check-config"} + from_book() +
                        Lines{"-pg", "BookLearn=true"});
  EXPECT_THAT(learning.rest(),
              ::testing::Contains(HasSubstr("BookLearn = true: a book of format crafty learns nothing")));
}

}  // namespace
}  // namespace polyglot::proxy::testing
