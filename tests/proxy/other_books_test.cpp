// SPDX-License-Identifier: MIT
// Books of other programs, in games with engines that people use.
#include "book/made_books.hpp"
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

/// A book of 1.e4 e5 2.Nf3.
struct OtherBook {
  const char* file;
  void (*write)(const std::string& path);
};

void write_abk(const std::string& path) {
  book::test::AbkMaker maker;
  maker.add({.from = 12, .to = 28, .games = 3, .reply = 901});
  maker.add({.from = 52, .to = 36, .games = 3, .reply = 902});
  maker.add({.from = 6, .to = 21, .games = 3});
  book::test::write_file(path, book::test::bytes_of(maker.bytes()));
}

void write_ctg(const std::string& path) {
  const auto after = [](std::string_view moves) { return book::test::position_after(moves); };
  constexpr std::uint8_t kKingsPawn = 0x5f;
  constexpr std::uint8_t kKnight = 0xf3;
  book::test::CtgMaker maker;
  maker.add(chess::Position(), {.moves = {{kKingsPawn, 0}}, .games = 3});
  maker.add(after("e2e4"), {.moves = {{kKingsPawn, 0}}, .games = 3});
  maker.add(after("e2e4 e7e5"), {.moves = {{kKnight, 0}}, .games = 3});
  maker.add(after("e2e4 e7e5 g1f3"), {.games = 3});
  maker.write(path);
}

void write_pgn(const std::string& path) {
  std::ofstream(path) << "[Event \"?\"]\n\n1. e4 e5 2. Nf3 *\n";
}

void write_epd(const std::string& path) {
  std::ofstream(path) << "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n"
                         "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3;\n";
}

class OtherBooks : public ProxyTest, public ::testing::WithParamInterface<OtherBook> {
 protected:
  void SetUp() override {
    engine_ = find_program("stockfish");
    if (engine_.empty()) GTEST_SKIP() << "stockfish is not installed";
    GetParam().write(folder_ / GetParam().file);
    folder_.write("my.ini", "[PolyGlot]\nEngineCommand = " + engine_ +
                                "\nBook = true\nBookFile = " + GetParam().file + "\n[Engine]\nHash = 2\n");
  }

  std::string engine_;
};

TEST_P(OtherBooks, PlayAndLeaveTheRestToTheEngine) {
  Gui& gui = start({"my.ini"});
  gui.ask_all("uci", "uciok");
  EXPECT_EQ(gui.best_move("ucinewgame\nisready\nposition startpos\ngo wtime 10000 btime 10000").substr(0, 13),
            "bestmove e2e4");
  EXPECT_THAT(gui.search("position startpos moves e2e4 e7e5\ngo wtime 10000 btime 10000"),
              AllOf(Contains(AllOf(StartsWith("info string book "), HasSubstr(GetParam().file))),
                    Contains(StartsWith("bestmove g1f3"))));
  EXPECT_THAT(gui.search("position startpos moves e2e4 e7e5 g1f3 b8c6\ngo depth 3"),
              AllOf(Contains(HasSubstr(" score ")), Not(Contains(StartsWith("info string book ")))));
  quit(gui);
}

TEST_P(OtherBooks, AreChecked) {
  Gui& gui = start({"my.ini", "--check-config"});
  EXPECT_THAT(rest_of(gui, 0), Contains(AllOf(StartsWith("book: "), HasSubstr(GetParam().file))));
}

TEST_P(OtherBooks, AreNotSaidToLearnOrToBeOfCrafty) {
  Gui& gui = start({"my.ini", "--check-config", "-pg", "BookLearn=true", "-pg", "BookMode=crafty"});
  const Lines said = gui.rest();
  EXPECT_THAT(said,
              Contains(AllOf(StartsWith("warning:"), HasSubstr("learns nothing; name a BookLearnFile"))));
  EXPECT_THAT(said,
              Contains(AllOf(StartsWith("warning:"), HasSubstr("BookMode = crafty is for books of Crafty"))));
  EXPECT_EQ(gui.wait().text, "exited with status 0");
}

// ---- Variations of lists --------------------------------------------------------------------------------

class ListsOfGames : public ProxyTest {
 protected:
  /// The reply to 1. d4, which only a variation has.
  std::string reply_to_d4(const std::string& settings) {
    folder_.write("study.pgn", "[Event \"?\"]\n\n1. e4 (1. d4 d5 (1... f5 $2)) e5 *\n");
    folder_.write("my.ini", "[PolyGlot]\nEngineCommand = " + scripted() +
                                "\nBook = true\nLog = true\nLogFile = my.log\n" + settings);
    Gui& gui = start({"my.ini"});
    std::string reply = gui.best_move("uci\nposition startpos moves d2d4\ngo movetime 10");
    quit(gui);
    return reply;
  }
  [[nodiscard]] Lines warnings() {
    Gui& gui = start({"my.ini", "--check-config"});
    const Lines said = rest_of(gui, 0);
    return starting_with(said, "warning:");
  }
};

TEST_F(ListsOfGames, PlayVariationsIfTheyAreToBeRead) {
  for (const std::string settings : {"BookFile = study.pgn\nBookVariations = all\n",
                                     "BookFile =\n[Book mine]\nFile = study.pgn\nVariations = all\n"}) {
    EXPECT_EQ(reply_to_d4(settings), "bestmove d7d5") << settings;
    EXPECT_THAT(content("my.log"), Not(HasSubstr("left out"))) << settings;
    EXPECT_THAT(warnings(), Not(Contains(HasSubstr("left out")))) << settings;
    std::filesystem::remove(folder_ / "my.log");
  }
}

TEST_F(ListsOfGames, SayOnceInTheLogThatVariationsAreLeftOut) {
  EXPECT_EQ(reply_to_d4("BookFile = study.pgn\n[Book mine]\nFile = study.pgn\n"), "bestmove a7a5");
  const std::string log = content("my.log");
  const std::size_t first =
      log.find("study.pgn: left out: 2 variations; to read them, set BookVariations = all");
  ASSERT_NE(first, log.npos) << log;
  EXPECT_EQ(log.find("left out", first + 30), log.npos) << log;
  EXPECT_THAT(warnings(),
              Contains(HasSubstr("left out: 2 variations; to read them, set BookVariations = all")));
}

TEST_F(ListsOfGames, AloneHaveVariations) {
  write_book(folder_ / "book.bin", {{"", {{"e2e4", 1}}}});
  folder_.write("my.ini", "[PolyGlot]\nEngineCommand = " + scripted() +
                              "\nBook = true\nBookFile = book.bin\nBookVariations = all\n"
                              "[Book mine]\nFile = book.bin\nVariations = all\n");
  EXPECT_THAT(warnings(),
              ElementsAre(HasSubstr("BookVariations = all is for games in PGN, and this book has format "
                                    "polyglot; set BookVariations = main"),
                          HasSubstr("[Book mine] Variations = all is for games in PGN")));
}

INSTANTIATE_TEST_SUITE_P(EndToEnd, OtherBooks,
                         ::testing::Values(OtherBook{"book.abk", &write_abk},
                                           OtherBook{"book.ctg", &write_ctg},
                                           OtherBook{"book.pgn", &write_pgn},
                                           OtherBook{"book.epd", &write_epd}),
                         [](const auto& tested) {
                           const std::string file = tested.param.file;
                           return file.substr(file.find('.') + 1);
                         });

}  // namespace
}  // namespace polyglot::proxy::testing
