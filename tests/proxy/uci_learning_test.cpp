// SPDX-License-Identifier: MIT
// What a book learns from games of UCI GUIs, with real engines.
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/game/game.hpp>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using ::testing::ElementsAreArray;

/// Of the small book's main line.
constexpr std::size_t kBookPlies = 7;
/// More than any game between engines has.
constexpr std::size_t kMostPlies = 3000;
/// Centipawns: the default of BookLearnScore.
constexpr int kWinning = 500;

/// Games and half points of a position's moves.
using Learned = std::vector<std::pair<unsigned, unsigned>>;

class UciLearning : public ProxyTest {
 protected:
  void SetUp() override {
    engine_ = find_program("stockfish");
    if (engine_.empty()) GTEST_SKIP() << "stockfish is not installed";
    book_arguments_ = with_book();
  }

  /// An engine behind a proxy that learns in the small book.
  [[nodiscard]] std::unique_ptr<Gui> player(const Lines& arguments) const {
    auto gui = launch(Lines{"-noini", "-ec", engine_, "-uci", "Hash=2"} + book_arguments_ +
                      Lines{"-pg", "BookLearn=true"} + arguments);
    gui->send("uci\nucinewgame\nisready");
    gui->expect("readyok");
    return gui;
  }

  /// The game as it stands, and what is to be done there.
  void show(Gui& gui, const std::string& go = "isready") const {
    gui.send("position startpos" + (moves_.empty() ? "" : " moves" + moves_) + "\n" + go);
  }

  /// A game off the book that the player has lost: now it knows that this GUI shows how games end.
  static void show_lost_game(Gui& gui) {
    gui.send("position fen 6r1/8/8/8/8/8/5k2/7K w - - 0 1\ngo depth 1");
    gui.expect("bestmove h1h2");  // the only move
    gui.send("position fen 6r1/8/8/8/8/8/5k2/7K w - - 0 1 moves h1h2 g8h8\nucinewgame");
  }

  void play(const game::Move& move) {
    moves_ += ' ' + game_.to_uci(move, game::CastlingNotation::king_to_destination);
    game_.push(move);
  }

  /// Has a player move; returns what it said of its search.
  Lines let_play(Gui& gui) {
    show(gui, "go depth 6");
    Lines said = gui.lines_until("bestmove ");
    std::string best = said.back().substr(std::string("bestmove ").size());
    best.resize(std::min(best.find(' '), best.size()));
    const auto move = game_.read_uci(best);
    if (!move) throw std::runtime_error("an illegal move: " + best);
    play(*move);
    return said;
  }

  /// The book's moves, and then whatever move the rules name first.
  void play_badly() {
    const auto book = small_book();
    play(game_.ply() < book.size() ? game_.read_uci(book[game_.ply()].replies.front().first).value()
                                   : game_.position()->legal_moves().front());
  }

  /// Whether the last line before the best move is sure of a win, as the defaults see it.
  [[nodiscard]] static bool claims_win(const Lines& said) {
    const std::string& last = said.at(said.size() - 2);
    const std::string mate = " score mate ";
    const std::string centipawns = " score cp ";
    const std::size_t at = last.find(centipawns);
    if (at != std::string::npos) return std::stoi(last.substr(at + centipawns.size())) >= kWinning;
    return last.find(mate) != std::string::npos && last.find(mate + '-') == std::string::npos;
  }

  /// What was learned for each ply of the book's main line.
  [[nodiscard]] Learned learned() const {
    const auto book = book::BinBook::open(folder_ / "book.bin").value();
    game::Game line;
    Learned all;
    for (const BookPosition& known : small_book()) {
      auto& sum = all.emplace_back(0, 0);
      for (const book::RawEntry& record : book->find(line.position()->key()).value()) {
        sum.first += record.learn >> 16;
        sum.second += record.learn & 0xFFFFU;
      }
      line.push(line.read_uci(known.replies.front().first).value());
    }
    return all;
  }

  /// The same after one game in which the sides have earned these half points; nothing: it learned nothing.
  [[nodiscard]] static Learned expected(std::optional<unsigned> white, std::optional<unsigned> black) {
    Learned all;
    for (std::size_t ply = 0; ply < kBookPlies; ++ply) {
      const auto earned = ply % 2 == 0 ? white : black;
      all.emplace_back(earned ? 1 : 0, earned.value_or(0));
    }
    return all;
  }

  static void see_out(Gui& gui) {
    gui.send("quit");
    EXPECT_EQ(gui.wait().text(), "exited with status 0") << gui.errors();
  }

  std::string engine_;
  Lines book_arguments_;
  game::Game game_;
  std::string moves_;  ///< a blank before each
};

TEST_F(UciLearning, TwoEnginesPlayToTheEnd) {
  const Lines by_rules = {"-pg", "BookLearnUci=rules"};
  const auto white = player(by_rules);
  const auto black = player(by_rules + Lines{"-uci", "Skill Level=0"});
  show_lost_game(*white);
  show_lost_game(*black);
  while (!game_.outcome().is_over() && game_.ply() < kMostPlies) {
    let_play(game_.turn() == chess::Color::white ? *white : *black);
  }
  ASSERT_TRUE(game_.outcome().is_over());
  // Who has moved last is not shown the end, the other one is.
  show(game_.turn() == chess::Color::white ? *white : *black);
  EXPECT_THAT(learned(), ElementsAreArray(expected({}, {}))) << "before the end was told";
  white->send("ucinewgame");
  see_out(*white);
  see_out(*black);
  const auto winner = game_.outcome().winner;
  const unsigned of_white = !winner ? 1 : *winner == chess::Color::white ? 2 : 0;
  EXPECT_THAT(learned(), ElementsAreArray(expected(of_white, 2 - of_white))) << moves_;
}

TEST_F(UciLearning, ScoresOfTheEngineDecideAGameThatIsLeft) {
  const auto white = player({"-pg", "BookLearnUci=score", "-pg", "BookLearnPlies=3"});
  for (int wins = 0; wins < 3 && !game_.outcome().is_over();) {
    wins = claims_win(let_play(*white)) ? wins + 1 : 0;
    if (!game_.outcome().is_over()) play_badly();
  }
  see_out(*white);
  EXPECT_THAT(learned(), ElementsAreArray(expected(2, {}))) << moves_;
}

TEST_F(UciLearning, AToldResultIsLearnedAtOnce) {
  const auto white = player({});
  let_play(*white);
  play(game_.read_uci("e7e5").value());
  let_play(*white);
  white->send("setoption name Polyglot Result value 0-1\nisready");
  white->expect("readyok");
  Learned once = expected({}, {});
  once[0] = {1, 0};
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (learned() != once && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
  EXPECT_THAT(learned(), ElementsAreArray(once));
  white->send("setoption name Polyglot Result value 0-1");
  see_out(*white);
  EXPECT_THAT(learned(), ElementsAreArray(once)) << "once";
}

}  // namespace
}  // namespace polyglot::proxy::testing
