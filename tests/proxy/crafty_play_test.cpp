// SPDX-License-Identifier: MIT
// Books of Crafty in play: made by make-book, played by its rules or by frequency, and learned in.
#include <gmock/gmock.h>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/crafty.hpp>
#include <polyglot/game/notation.hpp>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

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
    gui.send("position startpos\ngo movetime 1");
    const std::string move = gui.expect("bestmove");
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
  gui.send("xboard\nprotover 2\nnew\nforce\nbk");
  gui.expect("     d4 100.00%");
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
