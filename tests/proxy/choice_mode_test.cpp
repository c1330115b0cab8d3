// SPDX-License-Identifier: MIT
// Each mode of choice in sessions, with the scripted engine and one that people use.
#include <polyglot/game/game.hpp>

#include "book/book_files.hpp"
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using ::testing::Gt;

constexpr int kGames = 200;

using Counts = std::map<std::string, int>;

class ChoiceModes : public ProxyTest {
 protected:
  void SetUp() override {
    const chess::Key key = chess::Position().key();
    const auto learn = [](std::uint32_t games, std::uint32_t points) { return games << 16U | points; };
    // h2h3 is never played. e2e4 has won a fifth of its games, g1f3 four fifths.
    write({book::test::raw_entry(key, book::test::code("e2e4"), 600, learn(100, 40)),
           book::test::raw_entry(key, book::test::code("d2d4"), 300, learn(100, 40)),
           book::test::raw_entry(key, book::test::code("g1f3"), 100, learn(300, 480)),
           book::test::raw_entry(key, book::test::code("h2h3"), 0)});
  }

  void write(const std::vector<book::RawEntry>& entries) const {
    book::test::write_file(folder_ / "book.bin", book::test::bytes_of(entries));
  }

  [[nodiscard]] Lines from_book(const Lines& settings) const {
    Lines arguments{"-pg", "Book=true", "-pg", "BookFile=" + folder_ / "book.bin", "-pg", "BookSeed=3"};
    for (const std::string& setting : settings) arguments = arguments + Lines{"-pg", setting};
    return arguments;
  }

  /// How often each move is played in the start position.
  [[nodiscard]] Counts first_moves(const Lines& settings) {
    Gui& gui = greet_scripted("", from_book(settings));
    Counts counts;
    for (int i = 0; i < kGames; ++i) {
      gui.send("ucinewgame\nposition startpos\ngo movetime 1");
      ++counts[gui.expect("bestmove").substr(9, 4)];
    }
    quit(gui);
    return counts;
  }

  [[nodiscard]] Lines warnings(const Lines& settings) {
    Gui& gui = start(Lines{"-noini", "-ec", scripted(), "--check-config"} + from_book(settings));
    return starting_with(gui.rest(), "warning:");
  }
};

TEST_F(ChoiceModes, PlayByWeightUnlessTold) {
  const Counts counts = first_moves({});
  EXPECT_THAT(counts, SizeIs(3));
  EXPECT_GT(counts.at("e2e4"), counts.at("d2d4"));
  EXPECT_GT(counts.at("d2d4"), counts.at("g1f3"));
}

TEST_F(ChoiceModes, PlayTheHeaviestAlone) {
  EXPECT_EQ(first_moves({"BookMode=best"}), Counts({{"e2e4", kGames}}));
  EXPECT_EQ(first_moves({"BookMode=uniform", "BookRandom=false"}), Counts({{"e2e4", kGames}}));
}

TEST_F(ChoiceModes, PlayAllAlike) {
  EXPECT_THAT(first_moves({"BookMode=uniform"}), AllOf(SizeIs(3), Each(Pair(Not("h2h3"), Gt(40)))));
  EXPECT_THAT(first_moves({"BookMode=power", "BookPower=0"}),
              AllOf(SizeIs(3), Each(Pair(Not("h2h3"), Gt(40)))));
}

TEST_F(ChoiceModes, RaiseWeightsToAPower) {
  const Counts counts = first_moves({"BookMode=power", "BookPower=6.5"});
  EXPECT_GT(counts.at("e2e4"), kGames - 20) << "the others have a chance of one in ninety";
}

TEST_F(ChoiceModes, PlayByWeightAmongTheHeaviest) {
  const Counts counts = first_moves({"BookMode=top", "BookTop=2"});
  EXPECT_THAT(counts, AllOf(SizeIs(2), Contains(Pair("e2e4", Gt(100))), Contains(Pair("d2d4", Gt(40)))));
}

TEST_F(ChoiceModes, ExploreByWhatWasLearned) {
  EXPECT_THAT(first_moves({"BookMode=explore"}), Contains(Pair("g1f3", Gt(kGames - 20))));
}

TEST_F(ChoiceModes, ExploreLearnsFromTheGamesOfARealEngine) {
  const std::string stockfish = find_program("stockfish");
  if (stockfish.empty()) GTEST_SKIP() << "stockfish is not installed";
  const chess::Key key = chess::Position().key();
  write({book::test::raw_entry(key, book::test::code("e2e4"), 600),
         book::test::raw_entry(key, book::test::code("d2d4"), 400)});
  Gui& gui = start(Lines{"-noini", "-ec", stockfish, "-uci", "Hash=2"} +
                   from_book({"BookMode=explore", "BookLearn=true"}));
  gui.send("xboard\nprotover 2");
  Counts counts;
  for (int game = 0; game < 40; ++game) {
    const std::string move = gui.ask("new\nsd 1\ngo", "move ").substr(5);
    ++counts[move];
    gui.ask("usermove a7a6", "move ");
    gui.send(move == "d2d4" ? "result 1-0 {Black resigns}" : "result 0-1 {White resigns}");
  }
  quit(gui);
  EXPECT_GT(counts["d2d4"], 2 * counts["e2e4"]) << "d2d4 has won all games";
}

TEST_F(ChoiceModes, WarnOfWhatHasNoEffect) {
  EXPECT_THAT(warnings({"BookMode=top", "BookTop=2"}), SizeIs(0));
  EXPECT_THAT(
      warnings({"BookMode=top", "BookRandom=false"}),
      Contains(HasSubstr("BookMode = top has no effect: BookRandom = false plays the heaviest move")));
  EXPECT_THAT(warnings({"BookPower=2"}), Contains(HasSubstr("BookPower has no effect: BookMode = weighted")));
  EXPECT_THAT(warnings({"BookTop=2"}), Contains(HasSubstr("BookTop has no effect: BookMode = weighted")));
}

TEST_F(ChoiceModes, WarnOfBooksWithoutResultsToExplore) {
  folder_.write("book.pgn", "[Event \"?\"]\n\n1. e4 e5 *\n");
  EXPECT_THAT(warnings({"BookMode=explore", "BookFile=" + folder_ / "book.pgn"}),
              Contains(HasSubstr("a book of format pgn has no results")));
}

}  // namespace
}  // namespace polyglot::proxy::testing
